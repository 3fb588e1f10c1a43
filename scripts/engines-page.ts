import { catalog } from '../src/diagnostics/catalog.js';
import { compileFor } from '../test/semantics/compile-row.js';
import { workflowsWith } from '../test/semantics/languages.js';
import { type EngineName, engineNames, type Row, rows } from '../test/semantics/rows.js';

/** The page of engines with its table made anew, from what compiling each kind of hook for each engine says. */
export function enginesPage(page: string): string {
  return page.replace(/(<!-- table -->\n)[\s\S]*?(<!-- end of table -->)/, (_, begin: string, end: string) => {
    return `${begin}${table()}\n${end}`;
  });
}

function table(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['in a rule', 'means', ...engineNames]),
    line(['in a rule', 'means', ...engineNames].map(() => '---')),
    ...rows.map((row) => line([row.says, row.means, ...engineNames.map((engine) => cell(row, engine))])),
  ].join('\n');
}

function cell(row: Row, engine: EngineName): string {
  const command = (name: string) => `run-${name}`;
  const special = row.forWorkflowsWith?.[engine];
  const text = special && workflowsWith[special](command);
  const { ok, diagnostics } = compileFor(engine, row.injections(command, engine), command, text);
  const codesOf = (wanted: string) =>
    [...new Set(diagnostics.filter(({ severity }) => severity === wanted).map(({ code }) => code))].map(
      (code) => `[${code}](diagnostics.md#${code.toLowerCase()}-${catalog()[code].severity})`,
    );
  if (!ok) return `no: ${codesOf('error').join(', ')}`;
  if (diagnostics.some(({ code }) => code === row.unless)) return `no: ${codesOf('warning').join(', ')}`;
  const limits = [...codesOf('warning'), ...codesOf('note')];
  const what = evidence(row, engine) + (special ? ` for ${special}` : '');
  return [what, ...limits].join(', ');
}

function evidence({ seen, except, modelled }: Row, engine: EngineName): string {
  const isSeen = seen === 'runs' ? !except?.includes(engine) : seen[engine] !== undefined;
  if (!isSeen) return 'written';
  if (modelled?.[engine] !== undefined) return `ran; modelled: ${modelled[engine]}`;
  return engine === 'Argo Workflows' ? 'modelled' : 'ran';
}
