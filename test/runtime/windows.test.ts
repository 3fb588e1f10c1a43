import { expect, test } from 'vitest';
import { createHost } from '../../src/runtime/host.js';

const masking = { mask: (text: string) => text, longest: 0, hide: () => {} };
const request = {
  start: { kind: 'shell', text: 'echo ran' },
  directory: '.',
  env: new Map(),
  signal: new AbortController().signal,
} as const;

test('on Windows no process is started, and the reason names the way out', async () => {
  const { how, stdout } = await createHost(request.signal, masking, 'win32').run(request);
  expect(how).toEqual({ kind: 'unstartable', reason: expect.stringMatching(/^on Windows no process .* in WSL$/) });
  expect(stdout.text).toBe('');
});

test('elsewhere it is', async () => {
  const { how, stdout } = await createHost(request.signal, masking, 'linux').run(request);
  expect([how, stdout.text]).toEqual([{ kind: 'exited', exitCode: 0 }, 'ran\n']);
});
