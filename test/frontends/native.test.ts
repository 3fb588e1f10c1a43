import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCollector, type Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../src/frontends/index.js';
import type { ConfigurationFile, LayerName } from '../../src/model/layer.js';
import type { Rule, RuleSet } from '../../src/model/rule.js';
import type { Span } from '../../src/model/source.js';
import { mergeLayers } from '../../src/passes/rules/merge.js';
import { resolveRules } from '../../src/passes/rules/resolve.js';
import { createLines } from '../../src/text/lines.js';

const folder = join(import.meta.dirname, '../fixtures/configuration');

describe('each configuration reads as its expected.txt says', () => {
  for (const name of readdirSync(folder)) {
    test(name, async () => {
      await expect(outcome(readCase(name))).toMatchFileSnapshot(join(folder, name, 'expected.txt'));
    });
  }
});

describe('line ends and a byte order mark change nothing', () => {
  for (const name of readdirSync(folder)) {
    test(name, () => {
      const files = readCase(name);
      const crlf = files.map((file) => ({ ...file, text: `\uFEFF${file.text.replaceAll('\n', '\r\n')}` }));
      expect(withoutColumns(outcome(crlf))).toBe(withoutColumns(outcome(files)));
    });
  }
});

function readCase(name: string): readonly ConfigurationFile[] {
  const layers: Readonly<Record<string, LayerName>> = { global: 'global', config: 'project' };
  const files = readdirSync(join(folder, name)).filter((file) => file !== 'expected.txt');
  return files
    .sort()
    .reverse()
    .map((path) => {
      return { path, text: readFileSync(join(folder, name, path), 'utf8'), layer: layers[path.split('.')[0]!]! };
    });
}

/** Rules are resolved also where reading found mistakes, so that a case shows all of them. */
function outcome(files: readonly ConfigurationFile[]): string {
  const collector = createCollector();
  const layers = files.flatMap((file) => readConfiguration(file, collector.report) ?? []);
  const rules = resolveRules(mergeLayers(layers, collector.report), collector.report);
  const place = placer(files);
  const found = collector.all().map((one) => describeDiagnostic(one, place));
  return [...found, ...(collector.hasErrors() ? [] : describeRules(rules))].join('\n').concat('\n');
}

function placer(files: readonly ConfigurationFile[]) {
  return ({ file, start }: Span) => {
    const { line, column } = createLines(files.find(({ path }) => path === file)!.text).position(start);
    return `${file}:${line}:${column}`;
  };
}

function describeDiagnostic(
  { code, severity, message, help, span, related }: Diagnostic,
  place: (span: Span) => string,
) {
  const lines = [`${place(span!)} ${severity} ${code} ${message}`];
  if (related) lines.push(`    ${place(related.span)} ${related.message}`);
  if (help) lines.push(`    help: ${help}`);
  return lines.join('\n');
}

function describeRules({ rules, versionsAt: _, ...settings }: RuleSet): readonly string[] {
  const plain = JSON.stringify(settings, (_, value) => (value instanceof Map ? Object.fromEntries([...value]) : value));
  return [`settings ${withoutSpans(plain)}`, ...rules.map(describeRule)];
}

function describeRule(rule: Rule): string {
  const { id, step, layer, position, tasks, tasksExclude, anchor, when, policy, point, span: _, ...flags } = rule;
  const where = { tasks: tasks.map((one) => one.text), exclude: tasksExclude.map((one) => one.text) };
  const near = anchor && `${anchor.side} ${anchor.pattern.text}, else ${anchor.onMissing}`;
  const definition = `${step.name ?? '(inline)'}: ${step.type} ${JSON.stringify(step.config)} ${step.promptsDirectory}`;
  const values = [where, near, when?.text, policy, flags]
    .map((value) => value && JSON.stringify(value))
    .filter(Boolean);
  return `rule ${JSON.stringify(id)} ${layer}.${position} ${point} ${definition}\n    ${values.join(' ')}`;
}

function withoutSpans(json: string): string {
  return json.replace(/,?"span":\{[^}]*\}/g, '');
}

/** A byte order mark moves the first line by one, and a line end may belong to a broken value. */
function withoutColumns(text: string): string {
  return text.replace(/(\.(?:yaml|json):\d+):\d+/g, '$1');
}
