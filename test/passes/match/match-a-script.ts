import { compilePattern } from '../../../src/lang/pattern.js';
import type { Match } from '../../../src/model/match.js';
import type { Workflow } from '../../../src/model/workflow.js';
import type { Answer } from '../../../src/passes/match/answer.js';
import { createMatcher } from '../../../src/passes/match/matcher.js';

/** The answer for a step that runs a script. */
export function matchScript(match: Match, script: string, env: ReadonlyMap<string, string> = new Map()): Answer {
  const dag = { name: 'd', file: 'd.yaml', env, nodes: [] };
  const workflow = { dags: [dag] } as unknown as Workflow;
  const facts = { scripts: [script], unread: undefined, uses: [], images: [], calls: [], env };
  const labels = new Map<string, string>();
  const read = { dag: () => ({ labels }), node: () => facts, beside: () => [], handlers: () => [] };
  const matcher = createMatcher(workflow, read, ({ text }, name) => {
    const pattern = compilePattern(text);
    return pattern.ok && pattern.matches(name);
  });
  return matcher(match, { dag: 0, names: [], facts });
}
