import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../src/frontends/index.js';
import { mergeLayers } from '../../src/passes/rules/merge.js';
import { resolveRules } from '../../src/passes/rules/resolve.js';

function read(path: string, text: string) {
  const collector = createCollector();
  const layer = readConfiguration({ path, text, layer: 'project' }, collector.report);
  const rules = resolveRules(mergeLayers(layer ? [layer] : [], collector.report), collector.report);
  return { rules, diagnostics: collector.all() };
}

const folder = join(import.meta.dirname, '../fixtures/configuration');
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(yaml|json)$/.test(name))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/** A piece of a text replaced by another, or by what means something to YAML. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(8),
  insert: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '\n',
      '  ',
      ': ',
      '- ',
      '[',
      '}',
      '"',
      "'",
      '*a',
      '&a ',
      '<<: ',
      '!x ',
      '__proto__',
      '|\n',
      '---\n',
      '\t',
      '\r',
      '#',
    ),
  ),
});

describe('whatever a configuration holds', () => {
  test('reading ends without a fault, and every mistake has a place in the file', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        ({ path, text }, mutations) => {
          let mutant = text;
          for (const { at, length, insert } of mutations) {
            const start = Math.floor(at * mutant.length);
            mutant = mutant.slice(0, start) + insert + mutant.slice(start + length);
          }
          for (const { span } of read(path, mutant).diagnostics) {
            expect(span?.file).toBe(path);
            expect(span!.start).toBeGreaterThanOrEqual(0);
            expect(span!.end).toBeLessThanOrEqual(mutant.length);
            expect(span!.end).toBeGreaterThanOrEqual(span!.start);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('any value in any field is read or refused', () => {
    const rule = fc.dictionary(
      fc.constantFrom(
        'step',
        'type',
        'tasks',
        'id',
        'after',
        'order',
        'retries',
        'run',
        'output',
        'command',
        'env',
        '__proto__',
      ),
      fc.oneof(fc.jsonValue(), fc.constantFrom('lint', 'shell', 'T001', true, 1)),
    );
    const hooks = fc.record({
      step_definitions: fc.oneof(fc.dictionary(fc.string(), rule), fc.jsonValue()),
      injections: fc.record({ post_task: fc.array(rule) }),
    });
    fc.assert(
      fc.property(hooks, (section) => {
        const { rules, diagnostics } = read('config.json', JSON.stringify({ hooks: section }));
        const refused = diagnostics.some((one) => one.severity === 'error');
        if (!refused) expect(rules.rules).toHaveLength(section.injections.post_task.length);
      }),
      { numRuns: 500 },
    );
  });

  test('the prototype of objects stays as it is', () => {
    read(
      'config.json',
      '{"hooks": {"__proto__": {"enabled": true}, "step_definitions": {"__proto__": {"polluted": 1}}}}',
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).enabled).toBeUndefined();
  });

  test('a large configuration takes time in proportion', () => {
    const rules = Array.from({ length: 5000 }, (_, index) => `      - {step: s${index}, tasks: T${index}}`);
    const steps = rules.map((_, index) => `    s${index}: {type: shell, command: "run ${index}"}`);
    const text = ['hooks:', '  step_definitions:', ...steps, '  injections:', '    post_task:', ...rules].join('\n');
    const started = performance.now();
    expect(read('config.yaml', text).rules.rules).toHaveLength(5000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('thousands of misspelt steps are each reported, without comparing all with all', () => {
    const rules = Array.from({ length: 3000 }, (_, index) => `      - {step: typo${index}}`);
    const steps = rules.map((_, index) => `    step${index}: {type: shell, command: x}`);
    const text = ['hooks:', '  step_definitions:', ...steps, '  injections:', '    post_task:', ...rules].join('\n');
    const started = performance.now();
    const unknown = read('config.yaml', text).diagnostics.filter((one) => one.code === 'DW330');
    expect(unknown).toHaveLength(3000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
