import { expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { createDag } from '../../../src/model/create-dag.js';
import { createNode } from '../../../src/model/create-node.js';
import type { Rule } from '../../../src/model/rule.js';
import { createRemarks } from '../../../src/passes/place/remarks.js';

const span = { file: 'w.yaml', start: 0, end: 0 };

test('steps that are named like hooks are looked through once, however many', () => {
  const count = 5000;
  const nodes = Array.from({ length: count }, (_, index) =>
    createNode({
      index,
      entry: index,
      type: 'command',
      name: `hook-gate-${index}`,
      needs: index === 0 ? [] : [{ name: `hook-gate-${index - 1}`, node: index - 1, span }],
      span,
    }),
  );
  const dag = createDag({ index: 0, name: 'w', file: 'w.yaml', readings: [], nodes, span });
  const remarks = createRemarks({} as Parameters<typeof createRemarks>[0]);
  const { report, all } = createCollector();
  const begin = process.cpuUsage();
  for (const node of dag.nodes) remarks.calledLike({ id: 'gate' } as Rule, dag, node);
  remarks.tell(report);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1e6).toBeLessThan(2);
  expect(all()).toHaveLength(count);
  const about = all().find(({ message }) => message.startsWith('`hook-gate-4` '));
  expect(about?.help).toContain('let `hook-gate-5` wait for `hook-gate-3` in its place');
});
