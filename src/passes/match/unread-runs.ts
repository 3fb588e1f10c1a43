import type { Report } from '../../diagnostics/diagnostics.js';
import type { WorkflowFacts } from '../../model/facts.js';
import type { RuleSet } from '../../model/rule.js';
import { isAboutWork, isGateOfCommands } from './beyond-gates.js';

/** Reports other files of the repository that a workflow runs and nobody named, where rules go by what steps do. */
export function reportUnreadRuns(
  { runsFiles }: Pick<WorkflowFacts, 'runsFiles'>,
  { rules, deny }: Pick<RuleSet, 'rules' | 'deny'>,
  isRead: (path: string) => boolean,
  report: Report,
): void {
  const related = rules.find(isGateOfCommands) ?? deny.find(({ match }) => isAboutWork(match));
  if (!related || !runsFiles) return;
  const unread = runsFiles().filter(({ paths }) => !paths.some(isRead));
  const [first] = unread;
  if (!first) return;
  const files = [...new Set(unread.map(({ written }) => written))];
  report('DW648', { files }, { span: first.span, related: { message: 'the rule', span: related.span } });
}

/** @param paths of all files that were read */
export function readPaths(paths: readonly string[]): (path: string) => boolean {
  const ends = new Set(paths.flatMap(endsOf));
  return (path) => ends.has(path);
}

/** A path of the repository is the end of one that a command names; a name alone is too little to tell. */
function endsOf(path: string): readonly string[] {
  const parts = path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .slice(-mostParts);
  return parts.flatMap((_, at) => (at > 0 && at === parts.length - 1 ? [] : parts.slice(at).join('/')));
}

const mostParts = 20;
