import type { OptionOutline, VerbOutline } from './outline.js';
import { everyVerb } from './verbs.js';

export function fishCompletion(program: VerbOutline): string {
  const verbs = everyVerb(program);
  const lines = verbs.flatMap(({ path, options, words }) => {
    const seen = path.split(' ').at(-1)!;
    const here = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${seen}`;
    return [
      ...words.map(({ name, description }) => line(here, `-a ${quoted(name)}`, description)),
      ...options.map((option) => line(here, optionWords(option), option.description)),
    ];
  });
  return ['# Completion of dagweave for fish. Use it with: dagweave completion fish | source', ...lines, ''].join('\n');
}

function line(condition: string, what: string, description: string): string {
  return `complete -c dagweave -n ${quoted(condition)} ${what} -d ${quoted(description)}`;
}

function optionWords({ long, short, takesValue, choices }: OptionOutline): string {
  const names = [`-l ${long.slice(2)}`, ...(short === undefined ? [] : [`-s ${short.slice(1)}`])];
  const value = choices.length > 0 ? ['-x', `-a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...names, ...value].join(' ');
}

/** In fish a backslash goes before a quote and before a backslash. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
