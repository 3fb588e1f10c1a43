import type { Call } from '../call.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { everyVerb, type FoundVerb, type OptionOutline, quoted, type VerbOutline, verbBranches } from './outline.js';

type Shell = 'bash' | 'zsh' | 'fish';

/** Prints what makes a shell complete our command line, from the command line itself. */
export async function completion(program: VerbOutline, { inputs, terminal }: Call): Promise<ExitCode> {
  terminal.result.write(writers[inputs[0] as Shell](program));
  return exitCodes.fine;
}

const writers: Readonly<Record<Shell, (program: VerbOutline) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

function bashCompletion(program: VerbOutline): string {
  const verbs = everyVerb(program);
  return [
    '# Completion of dagweave for bash. Use it with: source <(dagweave completion bash)',
    '_dagweave() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" verb= known= word',
    '  COMPREPLY=()',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$verb/$word" in',
    ...verbBranches(verbs),
    '    esac',
    '  done',
    '  case "$verb $prev" in',
    ...verbs.flatMap(bashChoices),
    '  esac',
    '  case "$verb" in',
    ...verbs.map(({ path, options, words }) => {
      const known = [...words.map(({ name }) => name), ...options.map(({ long }) => long)];
      return `    ${quoted(path)}) known=${quoted(known.join(' '))} ;;`;
    }),
    '  esac',
    '  COMPREPLY=($(compgen -W "$known" -- "$cur"))',
    '}',
    'complete -o default -F _dagweave dagweave',
    '',
  ].join('\n');
}

function bashChoices({ path, options }: FoundVerb): readonly string[] {
  return options.flatMap(({ long, choices, asks }) => {
    const words = asks === undefined ? quoted(choices.join(' ')) : `"$(${asks} 2>/dev/null)"`;
    if (asks === undefined && choices.length === 0) return [];
    return [`    ${quoted(`${path} ${long}`)}) COMPREPLY=($(compgen -W ${words} -- "$cur")); return ;;`];
  });
}

function zshCompletion(program: VerbOutline): string {
  const verbs = everyVerb(program);
  return [
    '#compdef dagweave',
    '# Completion of dagweave for zsh. Use it with: source <(dagweave completion zsh)',
    '_dagweave() {',
    '  local verb= word',
    '  local -a known',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    case "$verb/$word" in',
    ...verbBranches(verbs),
    '    esac',
    '  done',
    '  case "$verb ${words[CURRENT-1]}" in',
    ...verbs.flatMap(zshChoices),
    '  esac',
    '  case "$verb" in',
    ...verbs.map(({ path, options, words }) => {
      const rows = [...words.map(row), ...options.map(({ long, description }) => row({ name: long, description }))];
      return `    ${quoted(path)}) known=(${rows.join(' ')}) ;;`;
    }),
    '  esac',
    '  _describe dagweave known',
    '  _files',
    '}',
    'compdef _dagweave dagweave',
    '',
  ].join('\n');
}

function zshChoices({ path, options }: FoundVerb): readonly string[] {
  return options.flatMap(({ long, choices, asks }) => {
    const words = asks === undefined ? choices.join(' ') : `\${(f)"$(${asks} 2>/dev/null)"}`;
    return words === '' ? [] : [`    ${quoted(`${path} ${long}`)}) compadd -- ${words}; return ;;`];
  });
}

/** A colon parts the word from what it means. */
function row({ name, description }: { readonly name: string; readonly description: string }): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}

function fishCompletion(program: VerbOutline): string {
  const verbs = everyVerb(program);
  const lines = verbs.flatMap(({ path, options, words }) => {
    const seen = path.split(' ').at(-1)!;
    const here = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${seen}`;
    return [
      ...words.map(({ name, description }) => fishLine(here, `-a ${quotedForFish(name)}`, description)),
      ...options.map((option) => fishLine(here, optionWords(option), option.description)),
    ];
  });
  return ['# Completion of dagweave for fish. Use it with: dagweave completion fish | source', ...lines, ''].join('\n');
}

function fishLine(condition: string, what: string, description: string): string {
  return `complete -c dagweave -n ${quotedForFish(condition)} ${what} -d ${quotedForFish(description)}`;
}

function optionWords({ long, short, takesValue, choices, asks }: OptionOutline): string {
  const names = [`-l ${long.slice(2)}`, ...(short === undefined ? [] : [`-s ${short.slice(1)}`])];
  const known = asks === undefined ? choices.join(' ') : `(${asks} 2>/dev/null)`;
  const value = known !== '' ? ['-x', `-a ${quotedForFish(known)}`] : takesValue ? ['-r'] : [];
  return [...names, ...value].join(' ');
}

/** In fish a backslash goes before a quote and before a backslash. */
function quotedForFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
