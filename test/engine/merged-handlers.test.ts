import { describe, expect, test } from 'vitest';
import { withHooks } from './compile-here.js';
import { runDagu } from './dagu.js';
import { dagus } from './engines.js';
import { alwaysMarks, closed, type HandlerShape, mergedHooks, open, withHandlers } from './handler-shapes.js';

const ends = [
  { end: 'success', command: 'probe work', old: [], own: [], status: 'succeeded' },
  { end: 'failure', command: 'probe work exit=1', old: ['failure'], own: ['mark-alarm'], status: 'failed' },
  { end: 'a stop', command: 'probe work sleep=20', old: ['abort'], own: ['mark-unlock'], status: 'aborted' },
] as const;

const { injections, ...rest } = mergedHooks;
const hooks = { ...rest, injections };

describe.each(dagus)('$title', (engine) => {
  const { dialect, missing } = engine;

  const ran = async (
    shape: HandlerShape,
    keys: readonly string[],
    { command, end }: (typeof ends)[number],
    crlf = false,
  ) => {
    const text = withHandlers(shape, keys, dialect, command);
    const files = withHooks({ 'it.yaml': crlf ? text.replaceAll('\n', '\r\n') : text }, hooks, engine);
    const run = await runDagu(files, end === 'a stop' ? { engine, stopAt: 'work' } : { engine });
    return { status: run.status, names: run.trace.map(({ name }) => name).filter((name) => name !== 'work') };
  };

  describe.skipIf(missing).concurrent('hooks and the handler that was there both run', () => {
    for (const shape of open) {
      for (const one of ends) {
        test(`beside ${shape.name}, after ${one.end}`, async () => {
          const { names, status } = await ran(shape, ['failure', 'abort', 'exit'], one);
          const expected = [...one.own, ...one.old.map((event) => `old-${event}`), ...alwaysMarks, 'old-exit'];
          expect({ names, status }).toEqual({ names: expected, status: one.status });
        });
      }
    }

    test.each(open)('in a file with Windows line ends, beside $name', async (shape) => {
      const { names, status } = await ran(shape, ['failure', 'exit'], ends[1], true);
      expect({ names, status }).toEqual({
        names: ['mark-alarm', 'old-failure', ...alwaysMarks, 'old-exit'],
        status: 'failed',
      });
    });

    for (const shape of closed) {
      const old = (event: string) => (shape.idle ? [] : [`old-${event}`]);
      for (const one of ends) {
        test(`beside ${shape.name} in exit, after ${one.end}`, async () => {
          const { names, status } = await ran(shape, ['exit'], one);
          expect({ names, status }).toEqual({
            names: [...one.own, ...alwaysMarks, ...old('exit')],
            status: one.status,
          });
        });
        test(`beside ${shape.name} in the other handlers, after ${one.end}`, async () => {
          const { names, status } = await ran(shape, ['failure', 'abort'], one);
          expect({ names, status }).toEqual({
            names: [...one.old.flatMap(old), ...one.own, ...alwaysMarks],
            status: one.status,
          });
        });
      }
    }
  });
});
