import type { Report } from '../../diagnostics/diagnostics.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { reportNoList } from '../yaml-steps/no-list.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import type { GithubDocument } from './document.js';
import { meantKey } from './meant-key.js';

/** Reports jobs and steps that say nothing to do, as the last one does where a text was cut off. */
export function reportShapes({ file, kind, outer, bodies }: GithubDocument, report: Report): void {
  const look = ({ node, map, key, start }: ListedStep, of: 'job' | 'step') => {
    const names = map?.pairs.map((pair) => pair.key.value);
    const isIdle = of === 'step' ? names?.every((name) => around.has(name) || name === '<<') : map && isIdleJob(map);
    if (names !== undefined && !isIdle) return;
    if (node.kind === 'alias' && node.target === undefined) return;
    const end = Math.min(Math.max(node.end, key?.end ?? 0), start + 80);
    const isMerge = names?.includes('<<');
    const is = isMerge ? 'merge' : names !== undefined ? 'idle' : node.kind === 'sequence' ? 'list' : 'text';
    report('DW249', { of, is }, { span: { file: file.path, start, end } });
  };
  if (kind === 'workflow') {
    for (const job of outer.steps) {
      look(job, 'job');
      if (job.map) reportNoList(job.map, 'steps', 'a job', file.path, report);
    }
  }
  for (const { steps } of kind === 'action' ? [outer] : bodies.map(({ list }) => list))
    for (const step of steps) look(step, 'step');
}

/** One without steps that calls nothing, also under a key that is meant for these: that is reported. */
function isIdleJob({ pairs }: YamlMap): boolean {
  return pairs.every(({ key, value }) => {
    const meant = meantKey(key.value, 'job') ?? key.value;
    return (meant !== 'steps' && meant !== 'uses') || (value.kind === 'scalar' && value.type === 'null');
  });
}

/** What a step may say besides what it does. */
const around: ReadonlySet<string> = new Set([
  'id',
  'if',
  'name',
  'env',
  'continue-on-error',
  'timeout-minutes',
  'with',
  'shell',
  'working-directory',
]);
