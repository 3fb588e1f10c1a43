import { describe, expect, test } from 'vitest';
import { judgeMistake, validators } from './judge-mistakes.js';
import { together } from './together.js';

describe.each(validators)('a real workflow with a mistake in one line, in $title', (validator) => {
  test.skipIf(validator.missing || validator.files.length === 0)(
    'is one that the engine takes with hooks where it takes it without',
    async () => {
      const jobs = Array.from({ length: 80 }, (_, number) => () => judgeMistake(validator, 2026, number));
      const judged = (await together(2, jobs)).filter((one) => one !== undefined);
      expect(judged.filter(({ sight }) => sight === 'crash' || sight === 'output refused')).toEqual([]);
      expect(judged.filter(({ sight }) => sight === 'taken').length).toBeGreaterThan(5);
      expect(judged.filter(({ sight }) => sight === 'both refuse').length).toBeGreaterThan(5);
    },
  );
});
