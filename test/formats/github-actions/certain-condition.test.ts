import { expect, test } from 'vitest';
import { runsWhereAllIsWell } from '../../../src/formats/github-actions/certain-condition.js';

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
  ["github.event_name == 'always()'", false],
  ["!(always() && needs.a.result == 'success')", false],
  ["!needs.a.result == 'failure'", false],
  ['false', false],
  ['', false],
  [`${'('.repeat(50_000)}always()${')'.repeat(50_000)}`, false],
])('%.60s runs where nothing fails: %s', (condition, runs) => {
  expect(runsWhereAllIsWell(condition)).toBe(runs);
});
