import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { coreOf, hasOuterOr, outerParts } from './condition-text.js';
import { fieldText } from './fields.js';
import { type MatrixValues, withMatrix } from './matrix.js';

/**
 * The shells that may run the text of a step: where a job is run for several systems, more than one.
 * @param around the job and the workflow, whose defaults count where the step names none
 */
export function shellsOf(
  step: YamlMap | undefined,
  around: readonly (YamlMap | undefined)[],
  matrix: MatrixValues,
): readonly string[] {
  const named = [fieldText(step, 'shell'), ...around.map(defaultShell)].find((one) => one !== undefined);
  return named === undefined ? usualShells(step, around[0], matrix) : withMatrix(named, matrix);
}

function defaultShell(map: YamlMap | undefined): string | undefined {
  const defaults = map && asMap(pairOf(map, 'defaults')?.value);
  return fieldText(asMap(defaults && pairOf(defaults, 'run')?.value), 'shell');
}

/** What runs a job: `ubuntu-latest`, or the labels of a runner. */
export function labelsOf(job: YamlMap | undefined): readonly string[] {
  const value = job && pairOf(job, 'runs-on')?.value;
  if (!value) return [];
  const group = asMap(value);
  const labels = group ? pairOf(group, 'labels')?.value : value;
  const list = asSequence(labels);
  return (list ? list.items.map((item) => textOf(item.value)) : [textOf(labels)]).filter((text) => text !== undefined);
}

function usualShells(step: YamlMap | undefined, job: YamlMap | undefined, matrix: MatrixValues): readonly string[] {
  const labels = labelsOf(job).map((written) => ({ written, values: withMatrix(written, matrix) }));
  if (labels.some(({ values }) => values.every((label) => isOfWindows.test(label)))) return ['pwsh'];
  const condition = coreOf(fieldText(step, 'if')?.trim() ?? '')?.expression ?? '';
  const mayBe = labels.some(({ written, values }) =>
    values.some((label) => isOfWindows.test(label) && !excludes(condition, written, label)),
  );
  return mayBe ? ['bash', 'pwsh'] : ['bash'];
}

const isOfWindows = /^windows\b/i;

/** Does a condition leave out a runner of Windows? One that is not understood does not. */
function excludes(condition: string, written: string, label: string): boolean {
  if (hasOuterOr(condition)) return false;
  const [, name] = /^\$\{\{\s*(matrix\.[\w.-]+)\s*\}\}$/i.exec(written) ?? [];
  const values = new Map([['runner.os', 'windows']]);
  if (name !== undefined) values.set(name.toLowerCase(), label.toLowerCase());
  return outerParts(condition.toLowerCase(), '&&').some((part) => isFalse(part.trim(), values));
}

/** For certain; GitHub compares texts in any case. */
function isFalse(part: string, values: ReadonlyMap<string, string>): boolean {
  const [, compared, sign, other] = /^([\w.-]+)\s*([!=]=)\s*'([^']*)'$/.exec(part) ?? [];
  const value = values.get(compared ?? '');
  if (value !== undefined) return (value === other) !== (sign === '==');
  const [, not, call, subject, word] = called.exec(part) ?? [];
  const text = values.get(subject ?? '');
  if (text === undefined) return false;
  const holds = call === 'contains' ? text.includes(word!) : text.startsWith(word!);
  return holds === (not === '!');
}

const called = /^(!?)\s*(contains|startswith)\s*\(\s*([\w.-]+)\s*,\s*'([^']*)'\s*\)$/;
