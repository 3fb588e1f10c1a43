import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldOf, fieldValue } from './fields.js';
import { type DaguStep, textAt } from './step-keys.js';

/** What a document imposes on the text of every step in it. */
export interface Surroundings {
  readonly dialect: Dialect;
  /** Its steps run in a container or over SSH, where a command is one line. */
  readonly oneLine: boolean;
  /** Keys that `defaults` of 2.x sets for every step, and so for hooks that do not say otherwise. */
  readonly defaults: ReadonlySet<string>;
  /** Its steps are a mapping by name, whose keys 2.x spells in another way than those of a list. */
  readonly byName: boolean;
  /** Is this the id or the name of one of its steps? */
  isTaken(name: string): boolean;
}

export function surroundingsOf(document: DaguDocument, dialect: Dialect): Surroundings {
  let taken: ReadonlySet<string> | undefined;
  return {
    dialect,
    oneLine: elsewhere.some((key) => fieldValue(document.root, key) !== undefined),
    defaults: new Set(allDefaults(document).flatMap(({ pairs }) => pairs.map(({ key }) => key.value))),
    byName: document.steps.shape === 'map',
    isTaken(name) {
      taken ??= new Set(document.steps.steps.flatMap(namesOf));
      return taken.has(name);
    },
  };
}

function namesOf(step: DaguStep): readonly string[] {
  const { map, key, keys } = step;
  const fields = map ? [textAt(step, keys.id), trimSpace(textAt(step, keys.name) ?? '')] : [];
  return [key?.value, ...fields].filter((name) => name !== undefined);
}

/** In the order of the layers. */
export function allDefaults(document: DaguDocument): readonly YamlMap[] {
  return layersOf(document).flatMap((root) => defaultsOf({ root }) ?? []);
}

/** What 2.x takes for steps that do not say it themselves. */
function defaultsOf({ root }: Pick<DaguDocument, 'root'>): YamlMap | undefined {
  const defaults = fieldValue(root, 'defaults');
  return defaults?.kind === 'map' ? defaults : undefined;
}

/**
 * The setting of a folder for its steps, where they would not find a file beside the workflow for certain. A folder below is fine;
 * but a DAG that is called then starts in another one, in Dagu 2.x in one of its run.
 */
export function elsewhereIn(document: DaguDocument, isAlone: boolean): string | undefined {
  const pairs = layersOf(document).flatMap((one) => fieldOf(one, 'working_dir') ?? fieldOf(one, 'workingDir') ?? []);
  const pair = pairs.at(-1);
  const folder = pair && textOfNode(pair.value)?.trim();
  if (!folder) return undefined;
  // Both engines take a relative path from the folder of the file.
  const isBelow = /^[\w.][\w. -]*(?:\/[\w.][\w. -]*)*\/?$/.test(folder) && !folder.split('/').includes('..');
  return isBelow && isAlone ? undefined : pair.key.value;
}

/** What hooks write themselves where `defaults` says something else. */
const overriddenByHooks: ReadonlySet<string> = new Set(['continue_on', 'retry_policy', 'timeout_sec']);

const elsewhere = ['container', 'ssh', 'redis', 'harness'];

/** Reports what a DAG imposes on all of its steps, and so on hooks. */
export function reportSurroundings(
  document: DaguDocument,
  dag: Dag,
  hooks: readonly Pick<Rule, 'id' | 'layer'>[],
  report: Report,
): void {
  for (const key of elsewhere) {
    const pair = fieldOf(document.root, key);
    if (!pair || !fieldValue(document.root, key)) continue;
    report(
      'DW602',
      { key, dag: dag.name },
      { span: { file: document.file, start: pair.key.start, end: pair.key.end } },
    );
  }
  for (const { key } of defaultsOf(document)?.pairs ?? []) {
    if (document.steps.shape === 'map' && overriddenByHooks.has(key.value)) {
      const span = { file: document.file, start: key.start, end: key.end };
      report('DW626', { key: `defaults.${key.value}`, dag: dag.name, engine: 'Dagu 2.x' }, { span });
    }
    if (!['preconditions', 'env'].includes(key.value)) continue;
    report(
      'DW602',
      { key: `defaults.${key.value}`, dag: dag.name },
      { span: { file: document.file, start: key.start, end: key.end } },
    );
  }
  const ofPolicy = hooks.find(isOfPolicy);
  if (ofPolicy) reportShell(document, dag, ofPolicy, report);
  const shell = fieldValue(document.root, 'shell');
  const name = shell && shellName(shell);
  if (ofPolicy || name?.kind !== 'scalar' || isPosixShell(name)) return;
  const span = { file: document.file, start: name.start, end: name.end };
  report('DW606', { shell: name.value, dag: dag.name }, { span });
}

/** Reports a shell in which it is not certain that a hook of a policy runs. */
function reportShell(document: DaguDocument, dag: Dag, rule: Pick<Rule, 'id'>, report: Report): void {
  const parts = shellParts(document);
  const text = shellText(parts);
  if (text === undefined || isPlainShell(text)) return;
  const isAlone = parts.every(({ key }) => key === 'shell_args');
  const { file, value } = parts.find((part) => !isPlainShell(shellText([part])!)) ?? parts.at(-1)!;
  const shell = isAlone ? text.replace(/^sh /, 'shell_args: ') : text;
  // Nobody who writes a workflow can change the base configuration.
  const cure = file === document.file ? undefined : 'rules';
  const span = { file, start: value.start, end: value.end };
  report('DW617', { shell, dag: dag.name, rule: rule.id }, { span, cure });
}

/** A field that says something of the shell, of the base configuration or of a document. */
interface ShellPart {
  readonly file: string;
  readonly key: 'shell' | 'shell_args';
  readonly value: YamlNode;
}

function shellParts({ root, file, base }: DaguDocument): readonly ShellPart[] {
  const layers = typeof base === 'object' ? [base, { root, file }] : [{ root, file }];
  return layers.flatMap(({ root: own, file: path }) => {
    return (['shell', 'shell_args'] as const).flatMap((key) => {
      const value = fieldValue(own, key);
      return value ? [{ file: path, key, value }] : [];
    });
  });
}

/**
 * The command line that the engine makes of them: the last program that is named, with the options of all, because it adds those of a
 * document to those of its base configuration. Where none is named, the usual shell of the machine has to be a plain one.
 */
function shellText(parts: readonly ShellPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  const programs = parts.flatMap(({ key, value }) => (key === 'shell' ? [wordsOf(value)[0]] : []));
  const options = parts.flatMap(({ key, value }) => wordsOf(value).slice(key === 'shell' ? 1 : 0));
  return [programs.at(-1) ?? 'sh', ...options].join(' ');
}

/** A shell of the system with options that let it run all of its text. Somebody who controls a workflow could choose one that does not. */
function isPlainShell(shell: string): boolean {
  return /^(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:env )?(?:sh|bash|dash|ash|zsh|ksh)(?: -[eulxc]+| (?:-[eux]*o|\+o) (?:pipefail|errexit|nounset|xtrace))*$/.test(
    shell,
  );
}

/** Does it run all of what hooks are written in, whatever the options that are beside it? */
export function isShellForHooks(shell: YamlNode): boolean {
  const words = wordsOf(shell);
  return words.length === 1 ? isPosixShell(shell) : isPlainShell(words.join(' '));
}

function wordsOf(shell: YamlNode): readonly string[] {
  const nodes = shell.kind === 'sequence' ? shell.items.map(({ value }) => value) : [shell];
  return nodes.flatMap((node) => (textOfNode(node) ?? '?').split(/\s+/).filter((word) => word !== ''));
}

/** Is this, as a value of `shell`, one that understands what hooks are written in? */
function isPosixShell(shell: YamlNode): boolean {
  const name = shellName(shell);
  if (name?.kind !== 'scalar') return false;
  return /(?:^|\/)(?:sh|bash|dash|ash|zsh|ksh)(?:\s|$)/.test(name.value) || name.value.includes('$');
}

function shellName(shell: YamlNode): YamlNode | undefined {
  return shell.kind === 'sequence' ? shell.items[0]?.value : shell;
}
