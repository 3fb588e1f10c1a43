import { expect, test } from 'vitest';
import { dagu } from '../../../src/formats/dagu/index.js';

test('a DAG that is read when it is asked for says what the one that is read at once says', () => {
  const document = (name: string, more: string) => `name: ${name}\n${more}steps:\n  - name: a\n    command: b\n`;
  const text = [
    document('root', ''),
    document('T1', 'workingDir: /srv\n'),
    document('T2', 'handlerOn:\n  exit:\n    command: c\n'),
  ];
  const file = { path: 'flow.yaml', text: text.join('---\n') };
  const options = { targetVersion: '1.30', assumeVersion: undefined, defaults: undefined, settings: undefined };
  const questions = { isAskedFor: () => false, mayTearDown: () => false };
  const plain = dagu.createPlainReader!().open([file], options, questions)!;
  const [open] = dagu.open([file], options, () => undefined);
  const fields = [
    'name',
    'readings',
    'env',
    'params',
    'given',
    'closed',
    'startsElsewhere',
    'takesAtEnd',
    'span',
    'nodes',
  ] as const;
  for (const [index, dag] of open!.workflow.dags.entries())
    for (const field of fields)
      expect(plain.open.workflow.dags[index]![field], `${dag.name}: ${field}`).toEqual(dag[field]);
  expect(open!.workflow.dags.map(({ startsElsewhere }) => startsElsewhere)).toEqual([
    undefined,
    'workingDir',
    undefined,
  ]);
});
