import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, asSequence, pairOf, present } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { isPlainText } from './as-text.js';
import { nameOf } from './check-refused.js';
import type { ArgoDocument, Template } from './document.js';
import { knownMapsOf } from './known-fields.js';
import { listOf } from './lists.js';
import { takesOver } from './merged.js';
import { misspelt } from './misspelt.js';
import { type SpanOf, spansIn } from './spans.js';
import { isExpression } from './spelling.js';

/** Reports fields that Argo refuses where they are, or with the value that they have: no rule can mend that. */
export function checkRefusedFields(document: ArgoDocument, report: Report): void {
  const { name, kind, spec, templates, file } = document;
  const at = spansIn(file);
  checkParameters(asMap(spec), 'arguments', kind, name, at, report);
  checkImages(document, at, report);
  for (const template of templates) {
    for (const key of ['inputs', 'outputs'] as const)
      checkParameters(template.map, key, 'template', template.name, at, report);
    if (template.type === 'dag' || template.type === 'steps') checkTasks(template, template.type, at, report);
  }
}

function checkTasks({ map, name }: Template, type: 'dag' | 'steps', at: SpanOf, report: Report): void {
  const list = listOf(map, type);
  const of = type === 'dag' ? 'task' : 'step';
  const elsewhere = [...ofTemplates, ...(type === 'steps' ? ofTasks : [])];
  const forbidsContinueOn = type === 'dag' && isExpression(list);
  for (const { map: task } of list.steps) {
    if (!task) continue;
    const called = nameOf(task);
    checkParameters(task, 'arguments', of, called, at, report);
    for (const [key, instead] of elsewhere) {
      const pair = pairOf(task, key);
      if (pair)
        report('DW279', { of, called, why: `has \`${key}\`, which no ${of} has`, instead }, { span: at(pair.key) });
    }
    const goesOn = forbidsContinueOn ? valueAt(task, 'continueOn') : undefined;
    if (goesOn) {
      const why = `has \`continueOn\`, although tasks of \`${name}\` have \`depends\``;
      const instead = `Remove it, and let what goes on after a failure ask for that: \`depends: "${called} || ${called}.Failed || ${called}.Errored"\`.`;
      report('DW279', { of, called, why, instead }, { span: at(goesOn.key) });
    }
    checkWhen(task, { of, called }, at, report);
    checkValues(task, { of, called }, at, report);
    checkRepeats(task, { of, called }, at, report);
  }
}

/** The only container of a pod has an image, unless the workflow has one for all. */
function checkImages(document: ArgoDocument, at: SpanOf, report: Report): void {
  if (pairOf(document.spec, 'templateDefaults') || takesOver(document.spec)) return;
  for (const { map, level, key, of, called } of knownMapsOf(document)) {
    if (key === undefined || (level !== 'script' && key !== 'container') || takesOver(map)) continue;
    const pair = pairOf(map, 'image');
    const value = pair && present(pair.value);
    if (value && !(value.kind === 'scalar' && value.value === '')) continue;
    // What else it is called is reported, but not in steps.
    if (of !== 'step' && misspelt(map, 'image')) continue;
    const why = `has a \`${key}\` without an \`image\``;
    report(
      'DW279',
      { of, called, why, instead: `Write \`image\` in that \`${key}\`.` },
      { span: at(pair?.key ?? map) },
    );
  }
}

/** A task hands over values, and no names alone. */
function checkValues(task: YamlMap, named: Named, at: SpanOf, report: Report): void {
  const given = asMap(valueAt(task, 'arguments')?.value);
  const list = given && valueAt(given, 'parameters');
  for (const { value } of (list && asSequence(list.value)?.items) ?? []) {
    const map = asMap(value);
    if (!map || takesOver(map) || valueAt(map, 'value') || valueAt(map, 'valueFrom')) continue;
    const why = `gives no value for \`${nameOf(map)}\``;
    report('DW279', { ...named, why, instead: 'Write its `value`, or take it out.' }, { span: at(value) });
  }
}

interface Named {
  readonly of: string;
  readonly called: string;
}

/** Keys of templates that people write at what calls them, and what to do instead. */
const ofTemplates: readonly (readonly [key: string, instead: string])[] = [
  ...['retryStrategy', 'timeout', 'activeDeadlineSeconds'].map(
    (key) => [key, `Write \`${key}\` in the template that it calls.`] as const,
  ),
  ['inputs', 'Give values under `arguments`; `inputs` are those of the template that it calls.'],
  ['outputs', 'Write `outputs` in the template that it calls.'],
];

const ofTasks: readonly (readonly [key: string, instead: string])[] = ['depends', 'dependencies'].map((key) => [
  key,
  'Remove it: steps run one list after the other. Or make the template a `dag`.',
]);

/** Unlike most keys, this one has to be a text. */
function checkWhen(task: YamlMap, named: Named, at: SpanOf, report: Report): void {
  const pair = valueAt(task, 'when');
  if (!pair || isText(pair.value)) return;
  const span = at(pair.value);
  const value = present(pair.value);
  const quoted = value?.kind === 'scalar' ? `"${value.value}"` : undefined;
  const instead =
    quoted === undefined
      ? 'Write it as a text, such as `when: "{{inputs.parameters.go}} == yes"`.'
      : `Write \`when: ${quoted}\`; \`apply --fix\` does it for you.`;
  const fix = quoted === undefined || value !== pair.value ? undefined : [{ ...span, text: quoted }];
  report('DW279', { ...named, why: 'has a `when` that is no text to the engine', instead }, { span, fix });
}

function isText(node: YamlNode): boolean {
  const value = present(node);
  return value?.kind === 'scalar' && (value.style !== 'plain' || isPlainText(value));
}

function checkRepeats(task: YamlMap, named: Named, at: SpanOf, report: Report): void {
  const stated = ['withItems', 'withParam', 'withSequence'].flatMap((key) => valueAt(task, key) ?? []);
  const [first, second] = stated.filter(({ value }) => !isEmpty(value));
  if (!first || !second) return;
  const why = `has both \`${first.key.value}\` and \`${second.key.value}\``;
  report('DW279', { ...named, why, instead: 'Keep one of them.' }, { span: at(second.key) });
}

function isEmpty(node: YamlNode): boolean {
  const value = present(node);
  if (value?.kind === 'sequence') return value.items.length === 0;
  return value?.kind === 'scalar' && value.value === '';
}

/** Parameters are a list of names with values, although people write them as a map. */
function checkParameters(
  map: YamlMap | undefined,
  key: 'arguments' | 'inputs' | 'outputs',
  of: string,
  called: string,
  at: SpanOf,
  report: Report,
): void {
  const pair = map && valueAt(map, key);
  if (!pair) return;
  const given = asMap(pair.value);
  const named = { of, called: called || undefined };
  const shape = '`parameters: [{name: …, value: …}]`';
  if (!given) {
    report(
      'DW279',
      { ...named, why: `has \`${key}\` that are no mapping`, instead: `Write ${shape} below \`${key}\`.` },
      { span: at(pair.key) },
    );
    return;
  }
  for (const part of ['parameters', 'artifacts']) {
    const list = valueAt(given, part);
    if (!list || asSequence(list.value)?.items.every(({ value }) => asMap(value))) continue;
    const why = `has \`${key}.${part}\` that are no list of mappings`;
    const instead = part === 'parameters' ? `Write ${shape}.` : 'Write `artifacts: [{name: …}]`.';
    report('DW279', { ...named, why, instead }, { span: at(list.key) });
  }
}

function valueAt(map: YamlMap, key: string): YamlPair | undefined {
  const pair = pairOf(map, key);
  return pair && present(pair.value) ? pair : undefined;
}
