import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

/** A condition may use the parameters that a schema defines. */

const hooks = {
  enabled: true,
  injections: { final: [{ type: 'shell', command: './tidy', optional: true, when: "${STAGE} == 'prod'" }] },
};

function codes(params: string): readonly string[] {
  const [inFull, byShape] = [false, true].map((way) => {
    const text = `params: ${params}\nsteps:\n  - {name: a, run: make it}\n`;
    return compile(inputOf(text, hooks, { targetVersion: '2.14', byShape: way })).diagnostics.map(({ code }) => code);
  });
  expect(byShape).toEqual(inFull);
  return inFull!;
}

test.each([
  '{schema: ./s.json, values: {STAGE: prod}}',
  '{schema: {type: object, properties: {STAGE: {type: string}}}}',
  '{schema: {type: object, properties: {A: {type: string}}}, values: {STAGE: prod}}',
  '{type: object, properties: {STAGE: {type: string, default: prod}}}',
])('%s sets the name', (params) => {
  expect(codes(params)).not.toContain('DW519');
});

test('a name that it does not define is reported', () => {
  expect(codes('{schema: {type: object, properties: {STAGES: {type: string}}}}')).toContain('DW519');
});
