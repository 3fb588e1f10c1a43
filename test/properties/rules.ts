import fc from 'fast-check';
import { marked } from '../oracle/hooks.js';
import type { OracleConfig, OraclePoint, OracleRule } from '../oracle/rules.js';
import { oraclePoints } from '../oracle/rules.js';
import type { WorkflowModel } from './model.js';

/** Random rules for a workflow, with anchors and tasks that it has, or nearly has. */
export function configsFor(model: WorkflowModel): fc.Arbitrary<OracleConfig> {
  const steps = [model.root, ...model.bodies].flatMap((document) => document.steps.map((step) => step.name));
  const literal = steps.filter((name) => !/^\/.*\/$/.test(name) && !/[*?[\]{}!()\\+@|,\n]/.test(name));
  const name = fc.constantFrom('post-merge', 'no such step', ...literal);
  const anchors = fc.option(fc.record({ side: fc.constantFrom('after' as const, 'before' as const), name }), {
    nil: undefined,
    freq: 2,
  });
  const rule = fc.record({
    anchor: anchors,
    missing: fc.constantFrom('default' as const, 'skip' as const),
    tasks: fc.constantFrom(['*'], ['*'], ['T1'], ['T[2-9]', 's*'], ...literal.slice(0, 4).map((one) => [one])),
    exclude: fc.constantFrom(undefined, undefined, ['T3'], ['*1']),
    order: fc.integer({ min: -2, max: 2 }),
    parallel: fc.constantFrom(undefined, undefined, undefined, 'together'),
    waits: fc.nat(5).map((n) => n !== 0),
    onFailure: fc.constantFrom(undefined, undefined, 'continue' as const, 'retry' as const),
    retries: fc.integer({ min: 1, max: 5 }),
    timeout: fc.option(fc.integer({ min: 50, max: 90 }), { nil: undefined }),
    run: fc.constantFrom(
      'success' as const,
      'success' as const,
      'always' as const,
      'failure' as const,
      'abort' as const,
    ),
  });
  const lists = fc.tuple(...oraclePoints.map(() => fc.array(rule, { maxLength: 3 })));
  const ends = fc.constantFrom(undefined, undefined, [], ['post-*'], ...literal.map((one) => ['no such step', one]));
  return fc.tuple(lists, ends).map(([all, task_ends]) => {
    const injections: Partial<Record<OraclePoint, OracleRule[]>> = {};
    const definitions: Record<string, { type: string; command: string }> = {};
    oraclePoints.forEach((point, index) => {
      injections[point] = all[index]!.map((drawn, position) => {
        const step = `${point}_${'abc'[position]}`;
        const perTask = point === 'pre_task' || point === 'post_task';
        definitions[step] = { type: 'shell', command: `${marked(step)}${perTask ? ' {{task_id}}' : ''}` };
        return {
          step,
          optional: true,
          order: drawn.order,
          ...(perTask && { tasks: drawn.tasks, ...(drawn.exclude && { tasks_exclude: drawn.exclude }) }),
          ...(drawn.anchor &&
            !(point === 'final' && drawn.run !== 'success') && {
              [drawn.anchor.side]: drawn.anchor.name,
              on_missing_anchor: drawn.missing,
            }),
          ...(drawn.parallel && { parallel: drawn.parallel }),
          ...(!drawn.waits && { await: false }),
          ...(drawn.onFailure && { on_failure: drawn.onFailure }),
          ...(drawn.onFailure === 'retry' && { retries: drawn.retries, retry_delay: 7 }),
          ...(drawn.timeout && { timeout: drawn.timeout }),
          ...(point === 'final' && { run: drawn.run }),
        };
      });
    });
    return { hooks: { enabled: true, ...(task_ends && { task_ends }), step_definitions: definitions, injections } };
  });
}
