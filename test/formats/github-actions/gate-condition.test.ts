import { describe, expect, test } from 'vitest';
import { mayRunBehindFailure } from '../../../src/formats/github-actions/condition-text.js';
import { askedInText, withGates } from '../../../src/formats/github-actions/gate-condition.js';

const gates = [{ name: 'hook-a', of: 'needs', mayBeSkipped: true } as const];
const asked = "(needs.hook-a.result == 'success' || needs.hook-a.result == 'skipped')";

describe('a condition asks for a gate', () => {
  test.each([
    ['always()', `always() && ${asked}`],
    ['always() || failure()', `(always() || failure()) && ${asked}`],
    ["always() && github.ref == 'a || b'", `always() && github.ref == 'a || b' && ${asked}`],
    ['(always())', `((always())) && ${asked}`],
    ['(always()) && (failure())', `(always()) && (failure()) && ${asked}`],
    ['${{always()}}', `\${{always() && ${asked}}}`],
    ['${{ always() }}', `\${{ always() && ${asked} }}`],
    ['always()\n', `always() && ${asked}\n`],
    ['${{ always() }} && ${{ failure() }}', undefined],
    [' ${{ always() }}', undefined],
    ['true) || (always()', undefined],
    ['${{ always()) || (always() }}', undefined],
    ["always() || 'open", undefined],
    ["always() && github.ref != ')'", `always() && github.ref != ')' && ${asked}`],
    ["${{ always() && '}}' != '' }}", `\${{ always() && '}}' != '' && ${asked} }}`],
  ])('%j', (before, after) => {
    expect(withGates(before, gates)).toBe(after);
    if (after === undefined || before.startsWith('${{') || before.endsWith('\n')) return;
    const { front, back } = askedInText(after, false, () => true);
    expect(after.slice(front, after.length - back)).toBe(before);
    const quoted = after.replaceAll("'", "''");
    const inQuotes = askedInText(quoted, true, () => true);
    expect(quoted.slice(inQuotes.front, quoted.length - inQuotes.back)).toBe(before.replaceAll("'", "''"));
  });

  test('and loses only what was asked for hooks that go, wherever another tool broke the line', () => {
    const text = `always() && needs.hook-own.result == 'success'\n  &&\n  needs.hook-a.result == 'success'`;
    const { front, back } = askedInText(text, false, (gate) => gate === 'hook-a');
    expect(text.slice(front, text.length - back)).toBe("always() && needs.hook-own.result == 'success'");
  });
});

test.each([
  ['always()', true],
  ['success() || failure()', true],
  ["success() && github.ref == 'x'", false],
  ['!success()', true],
  ["github.ref == 'always()'", false],
  ['(success()) || x', true],
  ['!cancelled() && success()', false],
])('may what says %s run behind a failure: %s', (condition, may) => expect(mayRunBehindFailure(condition)).toBe(may));
