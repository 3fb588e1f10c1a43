import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flagsOfV8, hasFlags, withValue } from '../../src/cli/optimize-late.js';

test.each([
  ['11.3.244.8-node.38', 'Node 20', true],
  ['11.8.172.17-node.20', 'Node 21', false],
  ['12.4.254.21-node.57', 'Node 22', false],
  ['13.6.233.17-node.53', 'Node 24', false],
  ['1.13.0', 'what is yet to come', false],
])('V8 %s, of %s, has the flags that large texts are compiled under: %s', (version, _, has) => {
  expect(hasFlags(version)).toBe(has);
});

test.skipIf(!hasFlags(process.versions.v8))(
  'V8 has these flags, and its own values are the ones that are set again',
  () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 10_000_000 });
    for (const [flag, { usual }] of Object.entries(flagsOfV8))
      expect(options).toContain(`default: ${withValue(flag, usual)}\n`);
  },
);
