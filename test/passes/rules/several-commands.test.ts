import { expect, test } from 'vitest';
import { isOfSeveralCommands } from '../../../src/passes/rules/several-commands.js';

test.each([
  'curl * | sh',
  'curl *|sh',
  'cd * && make deploy',
  'set -e; make *',
  '/curl .*\\| *sh/',
  '/wget [^|]*[|]sh/',
])('%s asks for more than one command', (pattern) => expect(isOfSeveralCommands(pattern)).toBe(true));

test.each([
  'curl *',
  '@(curl|wget) *',
  'kubectl +(apply|delete) *',
  '/^(kubectl|helm) (.* )?apply\\b/',
  '/^awk -F\\|/',
  'find * -exec rm {} ;',
])('%s asks for one', (pattern) => expect(isOfSeveralCommands(pattern)).toBe(false));
