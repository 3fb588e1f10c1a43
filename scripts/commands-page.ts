import { everyVerb, type OptionOutline } from '../src/cli/commands/outline.js';
import { flagVerbs } from '../src/cli/flag-help.js';
import { commandLine } from '../src/cli/program.js';

/** The reference of all verbs and their options, from the command line itself. */
export function commandsPage(): string {
  const program = commandLine(flagVerbs());
  const shared = new Set(program.options.map(({ long }) => long));
  const verbs = everyVerb(program).filter(({ path }) => path !== '');
  const parts = verbs.map(({ path, description, options, words }) => {
    const own = options.filter(({ long }) => !shared.has(long) || path.startsWith('step') || path === 'dispatch');
    const names = words.map(({ name }) => `\`${name}\``).join(', ');
    const first = names === '' ? '' : `\n\nOne of: ${names}.`;
    return `## dagweave ${path}\n\n${sentence(description)}${first}\n${own.length > 0 ? `\n${table(own)}` : ''}`;
  });
  return `# Commands

\`dagweave VERB [INPUT…] [options]\`. INPUT is a file, a folder, or \`-\` for standard input. Results go to standard output, all else to standard error.

| exit | means |
| --- | --- |
| 0 | fine |
| 1 | an error in the workflow, or a check that does not hold |
| 2 | wrong usage; with \`diff --exit-code\`: changes |
| 3 | a fault in dagweave itself |
| 4 | an error in the rules, the prompts or the surroundings of the command |

Steps end with 0 (success), 1 (the check said no), 2 (blocked by a decision), 124 (timeout) or 125 (could not run).

## Options of every verb but \`step\` and \`dispatch\`

${table(program.options)}
${parts.join('\n')}`;
}

function table(options: readonly OptionOutline[]): string {
  const rows = options.map(({ long, short, description, choices }) => {
    const name = short === undefined ? `\`${long}\`` : `\`${short}\`, \`${long}\``;
    const values = choices.length > 0 ? ` (${choices.map((one) => `\`${one}\``).join(', ')})` : '';
    return `| ${name} | ${cell(description)}${values} |\n`;
  });
  return `| option | does |\n| --- | --- |\n${rows.join('')}`;
}

function sentence(text: string): string {
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
}
