import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

/** What carries a step out: the type of the step, or the first word of its action. */

function found(step: string, match: object): readonly string[] {
  const [inFull, byShape] = [false, true].map((way) => {
    const text = `steps:\n  - {name: a, ${step}}\n`;
    const input = inputOf(
      text,
      { enabled: true, deny: [{ match, message: 'no' }] },
      { targetVersion: '2.14', byShape: way },
    );
    return compile(input).diagnostics.flatMap(({ code }) => (/^DW45[0-2]$/.test(code) ? [code] : []));
  });
  expect(byShape).toEqual(inFull);
  return inFull!;
}

describe('an action counts as its executor', () => {
  test.each([
    ['docker', 'action: docker.run, with: {image: alpine, command: ls}'],
    ['ssh', 'action: ssh.run, with: {host: h, user: u, command: ls}'],
    ['http', 'action: http.request, with: {url: "https://a.example/"}'],
    ['http.request', 'action: http.request, with: {url: "https://a.example/"}'],
  ])('%s', (uses, step) => {
    expect(found(step, { uses })).toEqual(['DW450']);
  });

  test('but not as another one', () => {
    expect(found('action: http.request, with: {url: "https://a.example/"}', { uses: 'docker' })).toEqual([]);
  });
});

describe('SQL is no shell text', () => {
  const runs = { runs: 'terraform destroy*' };

  test.each(['sqlite', 'postgres'])('of the type %s', (type) => {
    expect(found(`type: ${type}, command: "SELECT count(*) FROM users"`, runs)).toEqual([]);
    expect(found(`type: ${type}, script: "SELECT (a) FROM b;\\nSELECT '"`, runs)).toEqual([]);
  });

  test('but what the engine runs in it counts', () => {
    expect(found('type: sqlite, command: "SELECT `terraform destroy`"', runs)).toEqual(['DW450']);
  });
});
