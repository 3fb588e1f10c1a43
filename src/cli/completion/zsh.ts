import type { VerbOutline } from './outline.js';
import { quoted, verbBranches } from './shell-words.js';
import { everyVerb, type FoundVerb } from './verbs.js';

export function zshCompletion(program: VerbOutline): string {
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
    ...verbs.flatMap(choiceBranches),
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

function choiceBranches({ path, options }: FoundVerb): readonly string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ long, choices }) => `    ${quoted(`${path} ${long}`)}) compadd -- ${choices.join(' ')}; return ;;`);
}

/** A colon parts the word from what it means. */
function row({ name, description }: { readonly name: string; readonly description: string }): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}
