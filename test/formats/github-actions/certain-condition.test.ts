import { expect, test } from 'vitest';
import { mayRunEitherWay, runsWhereAllIsWell } from '../../../src/formats/github-actions/certain-condition.js';

test.each([
  ['always()', true],
  ['${{ !cancelled() }}', true],
  ['!failure() && !cancelled()', true],
  ['success() || failure()', true],
  ["github.ref == 'refs/heads/main' || always()", true],
  ["(!cancelled()) && needs.a.result == 'success'", true],
  ["always() && needs.a.result != 'failure'", true],
  ['${{ always() }}\n', true],
  ['${{ always() }} and ${{ always() }}', false],
  ['failure()', false],
  ['cancelled() || failure()', false],
  ["success() && github.ref == 'refs/heads/main'", false],
  ["always() && needs.a.outputs.any == 'true'", false],
  ["needs.a.result == 'failure'", false],
  ["always() && contains(needs.*.result, 'failure')", false],
  ["!contains(needs.*.result, 'failure')", true],
  ["github.event_name == 'always()'", false],
  ["!(always() && needs.a.result == 'success')", false],
  ["!needs.a.result == 'failure'", false],
  ['false', false],
  ['', false],
  [`${'('.repeat(50_000)}always()${')'.repeat(50_000)}`, false],
])('%.60s runs where nothing fails: %s', (condition, runs) => {
  expect(runsWhereAllIsWell(condition)).toBe(runs);
});

test.each([
  ['always()', 'failure', true],
  ["always() && needs.a.result == 'success'", 'failure', false],
  ["always() && needs.a.result != 'failure'", 'failure', false],
  ["always() && needs.a.result != 'failure'", 'skipped', true],
  ["always() && (needs.a.result == 'success' || needs.a.result == 'skipped')", 'skipped', true],
  ["always() && needs.b.result == 'success'", 'failure', true],
  ["!cancelled() && !contains(needs.*.result, 'failure')", 'failure', false],
  ["!cancelled() && !contains(needs.*.result, 'failure')", 'skipped', true],
  ['!failure()', 'skipped', false],
  ['failure()', 'failure', false],
  ["always() && needs.a.result == 'failure'", 'failure', false],
  ["always() && needs.a.outputs.any == 'true'", 'failure', true],
  ['${{ always() }} and ${{ always() }}', 'failure', true],
] as const)('%s may run both where all is well and behind a %s: %s', (condition, result, runs) => {
  expect(mayRunEitherWay(condition, 'a', result)).toBe(runs);
});
