import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';

const matches = [
  { runs: ['kubectl apply*', 'terraform destroy*'] },
  { runs: ['echo *', 'sleep *', 'make*', 'python*'] },
  { runs: '/^(curl|arborist|docker)\\b/', unsure: 'skip' },
  { uses: '*' },
  { uses: ['docker', 'http*', 'ssh', 'mail', 'jq'] },
  { image: '*' },
  { any: [{ image: ['alpine*', 'python*'] }, { not: { runs: '*' } }] },
];

/** Which steps each rule matches, by rule, DAG and place in its list; `undefined` where the workflow cannot be read. */
export function matchedSteps(text: string, targetVersion: string | undefined): readonly string[] | undefined {
  const deny = matches.map((match) => ({ match, message: 'seen', severity: 'warning' }));
  const { ok, workflows, diagnostics } = compile(inputOf(text, { enabled: true, deny }, { targetVersion }));
  if (!ok) return undefined;
  const places = new Map(
    workflows.flatMap(({ workflow }) =>
      workflow.dags.flatMap((dag) =>
        dag.nodes.map(({ span, index }) => [span.start, `${dag.index}.${index}`] as const),
      ),
    ),
  );
  return diagnostics
    .filter(({ code }) => code === 'DW451')
    .map(({ span, related }) => `${related!.span.start}: ${places.get(span!.start) ?? 'beside'}`)
    .sort();
}
