import { existsSync, readFileSync } from 'node:fs';
import { catalog } from '../src/diagnostics/catalog.js';
import { visible } from '../src/render/visible.js';

/** The reference page of all diagnostics, in Markdown, from the table that prints them and the fixtures that show them. */
export function diagnosticsPage(): string {
  const rows = Object.entries(catalog() as Record<string, Row>).sort(([a], [b]) => (a < b ? -1 : 1));
  const stages = [...titles].map(([digit, title]) => {
    const entries = rows.filter(([code]) => code[2] === digit).map(([code, row]) => entry(code, row));
    return entries.length === 0 ? '' : `\n## DW${digit}xx: ${title}\n${entries.join('')}`;
  });
  return `${introduction}${stages.join('')}`;
}

interface Row {
  readonly severity: string;
  readonly cure?: string;
  readonly message: (args: unknown) => string;
  readonly help?: (args: unknown) => string;
}

const introduction = `# Diagnostics

Every message that dagweave prints about workflows, rules and files has a code. \`‹name›\` is what the message fills in;
in other cases the words may differ a little. An error stops the run and nothing is written; a warning does so with
\`--strict\`; a note says what dagweave decided. *Exit status 4* marks errors in the rules, the
prompts or the surroundings of the command, which no change of the workflow cures; every error with its place in a configuration is one.
This page is generated: \`npm run docs\`.
`;

const titles: ReadonlyMap<string, string> = new Map([
  ['1', 'reading what came in'],
  ['2', 'the workflow before hooks are inserted'],
  ['3', 'rules and configuration'],
  ['4', 'what a rule matches, and where a hook is inserted'],
  ['5', 'variables, templates, prompts, quoting'],
  ['6', 'what an engine cannot express'],
  ['7', 'the result was edited later'],
  ['8', 'the command line, files and folders'],
  ['9', 'steps at run time'],
]);

function entry(code: string, { severity, cure, message, help }: Row): string {
  const way = help ? `\nHow to fix it: ${escaped(wayOut(help))}\n` : '';
  const exit = severity === 'note' ? undefined : exits.get(cure);
  return `\n### ${code} (${severity})\n\n> ${escaped(message(placeholders))}\n${exit ? `\n*${exit}*\n` : ''}${way}${example(code)}`;
}

/** What is said where nothing better is known, for a message whose whole way out is filled in. */
function wayOut(help: (args: unknown) => string): string {
  const text = help(placeholders);
  if (!/^‹\w+›\.?$/.test(text)) return text;
  try {
    const usual = help({});
    if (!usual.includes('undefined')) return usual;
  } catch {
    // It cannot do without what it fills in.
  }
  return 'it differs from case to case, and the message says it.';
}

const exits: ReadonlyMap<string | undefined, string> = new Map([
  ['rules', 'Exit status 4'],
  ['usage', 'Exit status 2'],
]);

function example(code: string): string {
  const path = `test/fixtures/diagnostics/${code}/example.txt`;
  return existsSync(path) ? `\nFor example:\n\n~~~text\n${visible(readFileSync(path, 'utf8'))}~~~\n` : '';
}

/** Arguments that print as their own names, whatever a message does with them. */
const placeholders: unknown = new Proxy({}, { get: (_, name) => placeholder(`‹${String(name)}›`) });

function placeholder(text: string): unknown {
  return new Proxy(() => placeholder(text), {
    get: (_, name) => {
      if (name === Symbol.toPrimitive || name === 'toString') return () => text;
      if (name === Symbol.iterator) return undefined;
      return placeholder(text);
    },
  });
}

function escaped(text: string): string {
  // A message that looks its words up by an argument finds none under a placeholder.
  return text.replaceAll('undefined', '…').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('\n', ' ');
}
