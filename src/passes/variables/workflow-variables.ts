import { type BuiltInName, fileSettings } from '../../lang/variable-names.js';
import type { EngineShell } from '../../model/engine.js';
import type { RuleSet } from '../../model/rule.js';
import type { Word } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { showsArboristToSteps } from './arborist.js';
import type { BindPlace } from './bind-place.js';
import { joinText, type Lookup, type Variable, type VariableOptions, type VariableTable } from './variable-table.js';

/** What the DAG itself says about a variable, or else the `env` of the root. */
export function fromWorkflow(name: BuiltInName, place: BindPlace, outputsOf: OutputsOf): Variable | undefined {
  return fromSettings(settings[name] ?? [], place, outputsOf);
}

/** The first of some environment variables that has a value. */
export function fromSettings(wanted: readonly string[], place: BindPlace, outputsOf: OutputsOf): Variable | undefined {
  const root = rootOf(place);
  for (const name of wanted) {
    const own = ownValue(name, place, outputsOf);
    if (own !== undefined) return { value: own, source: { kind: 'workflow', dag: place.dag.name, name } };
    const above = root.env.get(name);
    // A DAG that is called does not see its caller's environment, so a value that only the run knows stays unknown.
    if (above !== undefined && above !== '' && !isExpanded(above) && !isReplaced(name, root, outputsOf)) {
      return { value: wordFor(above, name, place.shell), source: { kind: 'workflow', dag: root.name, name } };
    }
  }
  return undefined;
}

function ownValue(name: string, { dag, shell }: BindPlace, outputsOf: OutputsOf): Word | undefined {
  if (dag.params.has(name)) return atRunTime(name, shell);
  const own = dag.env.get(name);
  if (own === undefined || own === '') return undefined;
  return isReplaced(name, dag, outputsOf) ? atRunTime(name, shell) : wordFor(own, name, shell);
}

/** To the steps of a DAG, a parameter is above its `env`, and what an earlier step printed above both. */
function isReplaced(name: string, dag: Dag, outputsOf: OutputsOf): boolean {
  return dag.params.has(name) || outputsOf(dag).has(name);
}

/** What a variable is where nobody says, or nobody that can be heard. */
export function fromDefaults(
  name: BuiltInName,
  place: BindPlace,
  table: VariableTable,
  defaults: DefaultOptions,
): Variable | undefined {
  const value = defaultOf(name, place, table, defaults);
  const derived = name === 'arborist_home' || (ofArborist.includes(name) && isShownToSteps(place));
  return value && { value, source: { kind: 'default', derived }, hidden: hiddenSetting(name, place) };
}

export interface DefaultOptions extends Pick<VariableOptions, 'sourceDateEpoch'> {
  readonly isArborist: (workflow: Workflow) => boolean;
}

const ofArborist: readonly BuiltInName[] = ['worktree_path', 'branch_name', 'parent_branch'];

function isShownToSteps(place: BindPlace): boolean {
  return showsArboristToSteps(place.dag) || (place.workflow.inherits && showsArboristToSteps(rootOf(place)));
}

function hiddenSetting(name: BuiltInName, place: BindPlace): Variable['hidden'] {
  const root = rootOf(place);
  const setting = settings[name]?.find((one) => root.env.get(one));
  return setting === undefined ? undefined : { dag: root.name, name: setting };
}

function defaultOf(
  name: BuiltInName,
  place: BindPlace,
  table: VariableTable,
  { sourceDateEpoch, isArborist }: DefaultOptions,
): Word | undefined {
  if (ofArborist.includes(name) && !isArborist(place.workflow)) return undefined;
  const spec = () => valueIn(table('spec_id'));
  switch (name) {
    case 'task_id':
      return place.task && text(place.task.name);
    case 'spec_id':
      return sessionName(place);
    case 'worktree_path':
      return text('.');
    case 'branch_name': {
      const task = valueIn(table('task_id'));
      return task ? joined(spec(), '_', task) : spec();
    }
    case 'parent_branch':
      return spec();
    case 'arborist_home':
      return text('.arborist');
    case 'timestamp':
      if (sourceDateEpoch === undefined) return [{ kind: 'expression', expression: '$(date -u +%Y-%m-%dT%H:%M:%SZ)' }];
      return text(new Date(sourceDateEpoch * 1000).toISOString().replace(/\.\d+Z$/, 'Z'));
  }
}

/** The name of the root. One that is not written is known while the root runs, and only there. */
export function sessionName(place: BindPlace): Word | undefined {
  const root = rootOf(place);
  return root === place.dag || root.nameAtRun === undefined ? nameOf(root) : undefined;
}

export function nameOf({ name, nameAtRun }: Dag): Word {
  return nameAtRun === undefined ? text(name) : [{ kind: 'expression', expression: nameAtRun }];
}

/** The root that a place belongs to; a DAG that several roots call belongs to the first of them in its own file, or of all. */
function rootOf({ workflow, dag }: Pick<BindPlace, 'workflow' | 'dag'>): Dag {
  const { roots, dags } = workflow;
  if (roots.includes(dag.index)) return dag;
  return dags[roots.find((root) => dags[root]!.file === dag.file) ?? roots[0] ?? dag.index]!;
}

/** The environment variables that say what a variable is; the first one that has a value counts. */
const settings: Readonly<Partial<Record<BuiltInName, readonly string[]>>> = {
  spec_id: ['ARBORIST_SPEC_ID', 'ARBORIST_MANIFEST'],
  worktree_path: ['ARBORIST_WORKTREE'],
  branch_name: ['ARBORIST_BRANCH'],
  parent_branch: ['ARBORIST_PARENT_BRANCH'],
  arborist_home: ['ARBORIST_HOME'],
};

/** Text that the engine expands is known when the DAG runs; then it is in the environment of the step. */
function wordFor(raw: string, setting: string, shell: EngineShell): Word {
  if (isExpanded(raw)) return atRunTime(setting, shell);
  return text(fileSettings.has(setting) ? fileStem(raw) : raw);
}

function atRunTime(setting: string, shell: EngineShell): Word {
  const variable = shell.variable(setting);
  return [{ kind: 'expression', expression: fileSettings.has(setting) ? `$(basename "${variable}" .json)` : variable }];
}

function isExpanded(raw: string): boolean {
  return /[$`]/.test(raw);
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
}

function text(value: string): Word {
  return [{ kind: 'text', text: value }];
}

function valueIn(lookup: Lookup): Word | undefined {
  return lookup.ok ? lookup.value : undefined;
}

function joined(first: Word | undefined, between: string, second: Word): Word | undefined {
  return first && joinText([...first, ...text(between), ...second]);
}

/** Names in which steps of a DAG leave what they print. */
export type OutputsOf = (dag: Dag) => ReadonlySet<string>;

/** Each DAG is looked through when first asked about, and once. A name that a rule gives its hooks may be there in any DAG. */
export function createOutputs({ rules }: RuleSet): OutputsOf {
  const ofRules = rules.flatMap(({ step: { output } }) => (typeof output === 'string' ? output : []));
  const known = new Map<Dag, ReadonlySet<string>>();
  return (dag) => {
    const earlier = known.get(dag);
    if (earlier) return earlier;
    const names = new Set(ofRules);
    for (const { output } of dag.nodes) if (output !== undefined) names.add(output);
    known.set(dag, names);
    return names;
  };
}
