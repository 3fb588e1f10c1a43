# Prints what an interactive zsh offers for a line when somebody presses Tab, one word a line. The script for `dagweave` is in $1.
zmodload zsh/zpty
setup=$HOME/setup.zsh
cat > $setup <<'SETUP'
PROMPT=
autoload -Uz compinit && compinit -u -d $HOME/dump
source $HOME/completion.zsh
bindkey '^M' undefined
bindkey '^I' complete-word
mark() { print -r - $'\0' }
compprefuncs=(mark)
comppostfuncs=(mark exit)
zstyle ':completion:*' list-grouped false
zstyle ':completion:*' force-list always
# What asks for the words alone is left as it is.
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  typeset -a offered
  builtin compadd -A offered "$@"
  (( $#offered )) && print -rl - $offered
  builtin compadd "$@"
}
print -r - ready
SETUP
cp $1 $HOME/completion.zsh
zpty shell zsh -f -i
zpty -w shell "source $setup"
repeat 200; do
  zpty -r shell line || break
  [[ $line == ready* ]] && break
done
zpty -w -n shell "$2"$'\t'
integer marks=0
while zpty -r shell line; do
  if [[ $line == *$'\0'* ]]; then
    (( ++marks == 2 )) && break
  elif (( marks == 1 )); then
    print -r - ${line%%[$'\r\n']*}
  fi
done
