import type { contextFields, subjectFields } from './common-fields.js';
import type { StepContext } from './define-step.js';
import type { ValuesOf } from './fields.js';

type ContextFlags = ValuesOf<typeof subjectFields & typeof contextFields>;

/** The variables of the step's place: what the options say, else what the environment says. */
export function readContext(
  flags: Partial<ContextFlags>,
  variable: (name: string) => string | undefined,
  startedAt: string,
): StepContext {
  const find = (name: VariableName) => flags[names[name].flag] ?? fromEnvironment(name, variable) ?? null;
  const spec = find('spec_id');
  const task = find('task_id');
  return {
    task_id: task,
    spec_id: spec,
    worktree_path: find('worktree_path') ?? '.',
    branch_name: find('branch_name') ?? defaultBranch(spec, task),
    parent_branch: find('parent_branch') ?? spec,
    arborist_home: find('arborist_home') ?? '.arborist',
    timestamp: find('timestamp') ?? startedAt,
  };
}

/** The defaults of variables in rules, which a compiled line leaves out. */
function defaultBranch(spec: string | null, task: string | null): string | null {
  return spec !== null && task !== null ? `${spec}_${task}` : spec;
}

/** The context as a process sees it. */
export function contextEnvironment(context: StepContext): Map<string, string> {
  return new Map(
    Object.entries(context).flatMap(([name, value]) => {
      if (value === null) return [];
      return names[name as VariableName].environment.map((variable) => [variable, value] as const);
    }),
  );
}

type VariableName = keyof StepContext;

const names = {
  task_id: { flag: 'task', environment: ['DAGWEAVE_TASK_ID', 'ARBORIST_TASK_ID'] },
  spec_id: { flag: 'spec', environment: ['DAGWEAVE_SPEC_ID', 'ARBORIST_SPEC_ID'] },
  worktree_path: { flag: 'worktree', environment: ['DAGWEAVE_WORKTREE_PATH', 'ARBORIST_WORKTREE'] },
  branch_name: { flag: 'branch', environment: ['DAGWEAVE_BRANCH_NAME', 'ARBORIST_BRANCH'] },
  parent_branch: { flag: 'parent_branch', environment: ['DAGWEAVE_PARENT_BRANCH', 'ARBORIST_PARENT_BRANCH'] },
  arborist_home: { flag: 'arborist_home', environment: ['DAGWEAVE_ARBORIST_HOME', 'ARBORIST_HOME'] },
  timestamp: { flag: 'timestamp', environment: ['DAGWEAVE_TIMESTAMP'] },
} as const satisfies Record<VariableName, { flag: keyof ContextFlags; environment: readonly string[] }>;

function fromEnvironment(name: VariableName, variable: (name: string) => string | undefined): string | undefined {
  return names[name].environment.map(variable).find((value) => value !== undefined && value !== '');
}
