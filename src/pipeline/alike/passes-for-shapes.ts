import type { Report } from '../../diagnostics/diagnostics.js';
import type { Recorder } from '../../diagnostics/recorder.js';
import type { PlainWorkflow } from '../../formats/format.js';
import type { RuleSet } from '../../model/rule.js';
import { type BindInput, createBind } from '../../passes/bind/bind.js';
import { type Matches, mayBeTask, type Task } from '../../passes/graph/tasks.js';
import { createPlaceMatcher, type PlaceMatcher } from '../../passes/match/places.js';
import { createTeardownFinder, type IsTeardown } from '../../passes/match/teardown.js';
import { asksAboutFile, asksAboutStep } from '../../passes/select/by-shape.js';
import { type ActionView, type Bind, type ConditionAt, createActionView } from '../../passes/variables/bind-place.js';
import { type Conditions, createConditions } from '../../passes/variables/conditions.js';
import { patternMatcher } from '../pattern-matcher.js';
import type { Planning } from '../plan-workflows.js';

/** What plans of shapes are made with: the same passes as for DAGs that are read in full, over tasks that are known by their names. */
export interface PassesForShapes {
  /** In the order of their DAGs. */
  readonly tasks: readonly Task[];
  taskOf(dag: number): Task | undefined;
  readonly matches: Matches;
  readonly placeMatcher: PlaceMatcher;
  readonly isTeardown: IsTeardown;
  readonly conditionsWith: (report: Report) => Conditions;
  readonly view: ActionView;
  readonly bind: Bind;
  /** Did a hook ask since this was last called for what its step does or in which file it is, of which shapes say nothing? */
  readonly askedAboutOne: () => boolean;
}

export interface ShapePlanning extends PassesForShapes {
  readonly plain: PlainWorkflow;
  readonly rules: RuleSet;
  /** What the passes report goes there. */
  readonly recorder: Recorder;
}

export function passesForShapes(
  plain: PlainWorkflow,
  { rules, prompts, options }: Pick<Planning, 'rules' | 'prompts' | 'options'>,
  report: Report,
): PassesForShapes {
  const { workflow, facts } = plain.open;
  const matches = patternMatcher();
  const ofDag = plain.names.map((name, dag): Task | undefined =>
    dag === plain.root || !mayBeTask(name, rules, matches)
      ? undefined
      : { name, id: undefined, body: dag, node: plain.callers[dag] },
  );
  const tasks = ofDag.filter((task) => task !== undefined);
  const viewWith = (conditionAt: ConditionAt) => createActionView(rules, () => tasks, conditionAt);
  const conditionsWith = (reported: Report) => createConditions(rules, options, reported, viewWith);
  const view = viewWith(conditionsWith(report).at);
  const siblings = [...workflow.files.map(({ path }) => path), ...(options.siblings ?? [])];
  let asked = false;
  const hasFiles = workflow.files.length > 1;
  const used: BindInput['used'] = ({ each }, _, name) => {
    asked ||= (each !== undefined && asksAboutStep.test(name)) || (hasFiles && asksAboutFile.test(name));
  };
  return {
    tasks,
    taskOf: (dag) => ofDag[dag],
    matches,
    placeMatcher: createPlaceMatcher(workflow, facts!, matches),
    isTeardown: createTeardownFinder(workflow, facts!, rules, matches),
    conditionsWith,
    view,
    bind: createBind({ rules, prompts, options, view, siblings, used }, report),
    askedAboutOne() {
      const wasAsked = asked;
      asked = false;
      return wasAsked;
    },
  };
}
