import type { Report } from '../../diagnostics/diagnostics.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import type { GithubDocument } from './document.js';
import { meantKey } from './meant-key.js';

/** Reports jobs and steps for which GitHub refuses the whole file, although rules find all that they say. */
export function reportRefused({ file, kind, outer, bodies }: GithubDocument, report: Report): void {
  const tell = (of: 'job' | 'step', called: string | undefined, { start, end }: YamlScalar, refusal: Refusal) =>
    report('DW279', { of, called, ...refusal }, { span: { file: file.path, start, end } });
  if (kind === 'workflow') {
    for (const { key, map } of outer.steps) {
      if (!key || !map) continue;
      if (!/^[a-z_][\w-]*$/i.test(key.value)) tell('job', key.value, key, oddId);
      const refusal = refusalOfJob(map);
      if (refusal) tell('job', key.value, key, refusal);
    }
  }
  for (const { steps } of kind === 'action' ? [outer] : bodies.map(({ list }) => list)) {
    for (const { map } of steps) {
      if (!map) continue;
      const [run, uses] = [pairOf(map, 'run'), pairOf(map, 'uses')];
      const called = textOf(pairOf(map, 'name')?.value) ?? textOf(pairOf(map, 'id')?.value);
      if (run && uses) tell('step', called, uses.key, two);
      else if (run && kind === 'action' && !pairOf(map, 'shell') && !pairOf(map, '<<'))
        tell('step', called, run.key, noShell);
    }
  }
}

interface Refusal {
  readonly why: string;
  /** A sentence. */
  readonly instead: string;
}

function refusalOfJob(map: YamlMap): Refusal | undefined {
  const has = (key: string) => pairOf(map, key) !== undefined;
  const means = (meant: string) => map.pairs.some(({ key }) => meantKey(key.value, 'job') === meant);
  if (!has('uses')) {
    if (has('runs-on') || means('runs-on') || means('uses')) return undefined;
    return has('<<') ? mergedNowhere : nowhere;
  }
  const beside = ['steps', 'runs-on'].find(has);
  return beside === undefined ? undefined : besideCall(beside);
}

const oddId: Refusal = {
  why: 'has an id with other signs than letters, digits, `_` and `-`, or a digit or `-` as the first',
  instead: 'Write the id with these signs alone, and what people are to read under `name`.',
};
const nowhere: Refusal = { why: 'has no `runs-on`', instead: 'Add one: `runs-on: ubuntu-latest`.' };
const mergedNowhere: Refusal = {
  why: 'has no `runs-on`, because a merge key (`<<`) brings in nothing here',
  instead: 'Write out what `<<` is to bring in, or let the whole job be an alias.',
};
const two: Refusal = { why: 'has `run` and `uses`', instead: 'Make two steps of it.' };
const noShell: Refusal = {
  why: 'of an action has `run` without `shell`',
  instead: 'Add `shell: bash`, or another one.',
};

function besideCall(key: string): Refusal {
  return {
    why: `has \`${key}\` beside \`uses\`, and so is a job of its own and a call of another workflow`,
    instead: `Take \`${key}\` out, or put what \`uses\` names into a step.`,
  };
}
