import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const home = resolve('test/fixtures/formats/dagu');
const read = (folder: string, file: string) => readFileSync(join(home, folder, file), 'utf8');
const before = (file: string) => read('an-id-names-its-hook', file);
const after = (file: string) => read('a-new-id-renames-that-hook-alone', file);

test('of two fixtures whose rules differ in one id, the outputs differ in what that rule is called alone', () => {
  const renamed = (text: string) =>
    text.replace(/\bscan\b(?!\.sh)/g, 'scan-deeply').replace(/_SCAN_/g, '_SCAN_DEEPLY_');
  const withoutDigestOf = (text: string, ...rules: readonly string[]) =>
    rules.reduce((left, rule) => left.replace(new RegExp(`(# dagweave: ${rule}) [0-9a-f]{12}`, 'g'), '$1'), text);
  expect(renamed(before('hooks.yaml'))).toBe(after('hooks.yaml'));
  expect(after('input.yaml')).toBe(before('input.yaml'));
  // The report waits for the scan by its name.
  const changed = ['scan-deeply', 'post_task/report'];
  expect(withoutDigestOf(renamed(before('expected.yaml')), ...changed)).toBe(
    withoutDigestOf(after('expected.yaml'), ...changed),
  );
});
