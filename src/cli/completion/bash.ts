import type { VerbOutline } from './outline.js';
import { quoted, verbBranches } from './shell-words.js';
import { everyVerb, type FoundVerb } from './verbs.js';

export function bashCompletion(program: VerbOutline): string {
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
    ...verbs.flatMap(choiceBranches),
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

function choiceBranches({ path, options }: FoundVerb): readonly string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(
      ({ long, choices }) =>
        `    ${quoted(`${path} ${long}`)}) COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur")); return ;;`,
    );
}
