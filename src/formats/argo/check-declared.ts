import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { hasSource, itemsOf, nameOf } from './check-refused.js';
import type { ArgoDocument, Template, TemplateType } from './document.js';
import { listOf } from './lists.js';
import { takesOver } from './merged.js';
import { misspelt } from './misspelt.js';
import { type SpanOf, spansIn } from './spans.js';

/** Reports parameters and artifacts that are not declared as the engine wants it: without a name, a path or a source. */
export function checkDeclared(document: ArgoDocument, report: Report): void {
  const { spec, name, templates, file } = document;
  const at = spansIn(file);
  checkNames({ of: 'workflow', called: name, at, report }, spec, 'arguments');
  const defaults = asMap(pairOf(spec, 'templateDefaults')?.value);
  const isWhole = !takesOver(spec) && !(defaults && (pairOf(defaults, 'inputs') ?? pairOf(defaults, 'outputs')));
  for (const template of templates) {
    const { map, type } = template;
    const place = { of: 'template', called: template.name, at, report };
    for (const key of ['inputs', 'outputs'] as const) checkNames(place, map, key);
    if (isWhole && type && !takesOver(map)) {
      for (const key of ['inputs', 'outputs'] as const) checkPaths(place, template, key, type);
      checkSources(place, template, type);
      if (type === 'container') checkMounts(place, template);
    }
    if (type !== 'dag' && type !== 'steps') continue;
    const of = type === 'dag' ? 'task' : 'step';
    for (const { map: task } of listOf(map, type).steps) {
      if (!task) continue;
      const placeOfTask = { of, called: nameOf(task), at, report };
      checkNames(placeOfTask, task, 'arguments');
      checkArtifacts(placeOfTask, task);
    }
  }
}

interface Place {
  readonly of: string;
  readonly called: string;
  readonly at: SpanOf;
  readonly report: Report;
}

type Given = 'arguments' | 'inputs' | 'outputs';

const parts = ['parameters', 'artifacts'] as const;

function given(map: YamlMap, key: Given, part: (typeof parts)[number]): readonly YamlMap[] {
  const value = asMap(pairOf(map, key)?.value);
  return (value && !takesOver(value) ? itemsOf(value, part) : undefined) ?? [];
}

function checkNames({ of, called, at, report }: Place, map: YamlMap, key: Given): void {
  for (const part of parts) {
    const names = new Set<string>();
    for (const item of given(map, key, part)) {
      const name = nameOf(item);
      const why = whyRefused(name, names);
      names.add(name);
      // What else it is called is reported, but not in steps.
      if (why === undefined || (name === '' && of !== 'step' && misspelt(item, 'name'))) continue;
      const instead = name === '' ? 'Write `name` there.' : 'Give it another name.';
      const span = at(pairOf(item, 'name')?.value ?? item);
      report('DW279', { of, called: called || undefined, why: `has \`${key}.${part}\` ${why}`, instead }, { span });
    }
  }
}

function whyRefused(name: string, before: ReadonlySet<string>): string | undefined {
  if (name === '') return 'without a `name`';
  if (before.has(name)) return `with two of the name \`${name}\``;
  const isPlain = name.includes('{{') || /^[-A-Za-z0-9_]*$/.test(name);
  return isPlain ? undefined : `with the name \`${name}\`, which may only hold letters, digits, "-" and "_"`;
}

/** What runs in a pod has artifacts as files; what calls others hands them on. */
function checkPaths(
  { of, called, at, report }: Place,
  { map }: Template,
  key: 'inputs' | 'outputs',
  type: TemplateType,
) {
  const hasFiles = type !== 'dag' && type !== 'steps' && type !== 'suspend';
  for (const item of given(map, key, 'artifacts')) {
    const path = present(pairOf(item, 'path')?.value);
    const isThere = path !== undefined && textOf(path) !== '';
    if (isThere === hasFiles || misspelt(item, 'path')) continue;
    const artifact = `the artifact \`${nameOf(item)}\` in \`${key}\``;
    const [why, instead] = hasFiles
      ? [`has ${artifact} without a \`path\``, 'Write the `path` that it has in the container.']
      : [`has a \`path\` at ${artifact}, which only templates with a container have`, insteadOfPath(key)];
    report('DW279', { of, called, why, instead }, { span: at(pairOf(item, 'name')?.value ?? item) });
  }
}

/** A container has one thing in one place; the engine looks at no other template for that. */
function checkMounts({ of, called, at, report }: Place, { map }: Template): void {
  const container = asMap(pairOf(map, 'container')?.value);
  const mounts = (container && !takesOver(container) ? itemsOf(container, 'volumeMounts') : undefined) ?? [];
  const first = new Map<string, string>();
  const look = (items: readonly YamlMap[], key: 'mountPath' | 'path', what: string) => {
    for (const item of items) {
      const written = pairOf(item, key)?.value;
      const path = textOf(written) ?? '';
      const before = first.get(path);
      const name = `the ${what} \`${nameOf(item)}\``;
      if (before === undefined) first.set(path, name);
      if (path === '' || before === undefined) continue;
      const why = `has ${name} at \`${path}\`, where ${before} is`;
      report('DW279', { of, called, why, instead: 'Give it another path.' }, { span: at(written!) });
    }
  };
  look(mounts, 'mountPath', 'volume');
  look(given(map, 'inputs', 'artifacts'), 'path', 'artifact');
}

function insteadOfPath(key: 'inputs' | 'outputs'): string {
  return key === 'inputs'
    ? 'Take it out; the template that gets the artifact has a `path`.'
    : 'Write `from: "{{tasks.NAME.outputs.artifacts.NAME}}"` (in steps, `steps.NAME`) in its place.';
}

/** What a task hands over comes from somewhere. */
function checkArtifacts({ of, called, at, report }: Place, task: YamlMap): void {
  for (const item of given(task, 'arguments', 'artifacts')) {
    if (hasSource(item) || nameOf(item) === '') continue;
    const why = `hands over the artifact \`${nameOf(item)}\` without saying where it comes from`;
    const instead = 'Write `from: "{{tasks.NAME.outputs.artifacts.NAME}}"` (in steps, `steps.NAME`) there.';
    report('DW279', { of, called, why, instead }, { span: at(pairOf(item, 'name')!.value) });
  }
}

/** An output says where its value comes from. */
function checkSources({ of, called, at, report }: Place, { map }: Template, type: TemplateType): void {
  for (const item of given(map, 'outputs', 'parameters')) {
    if (present(pairOf(item, 'value')?.value)) continue;
    const from = present(pairOf(item, 'valueFrom')?.value);
    const source = asMap(from);
    if (from && (!source || takesOver(source))) continue;
    const stated = (source?.pairs ?? []).filter(({ value }) => present(value)).map(({ key }) => key.value);
    const wanted = sources[type];
    const isFine = wanted ? stated.some((key) => wanted.includes(key)) : stated.some((key) => key !== 'default');
    if (isFine) continue;
    const why = `has the parameter \`${nameOf(item)}\` in \`outputs\` without ${wanted ? `\`valueFrom.${wanted.join('` or `')}\`` : 'a source'}`;
    const instead = `Write ${examples[type] ?? '`valueFrom` with the source of its value'}.`;
    report('DW279', { of, called, why, instead }, { span: at(pairOf(item, 'name')?.value ?? item) });
  }
}

const ofContainers = ['path'];
const ofLists = ['parameter', 'expression'];

/** Where the values of outputs may come from; other templates take any source. */
const sources: { readonly [T in TemplateType]?: readonly string[] } = {
  container: ofContainers,
  containerSet: ofContainers,
  script: ofContainers,
  resource: ['jsonPath', 'jqFilter'],
  dag: ofLists,
  steps: ofLists,
};

const fromFile = '`valueFrom: {path: /tmp/NAME}`, a file that the container writes';

const examples: { readonly [T in TemplateType]?: string } = {
  container: fromFile,
  containerSet: fromFile,
  script: fromFile,
  resource: "`valueFrom: {jsonPath: '{.status}'}`",
  dag: '`valueFrom: {parameter: "{{tasks.NAME.outputs.parameters.NAME}}"}`',
  steps: '`valueFrom: {parameter: "{{steps.NAME.outputs.parameters.NAME}}"}`',
};
