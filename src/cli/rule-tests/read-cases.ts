import * as z from 'zod/mini';
import type { Report } from '../../diagnostics/diagnostics.js';
import { parseConfiguration } from '../../frontends/configuration-text.js';
import { check } from '../../frontends/schema-issues.js';
import { locate, readTexts, readWritten, type Written } from '../../frontends/written.js';
import type { Located } from '../../model/layer.js';
import type { Graph, RuleCase } from '../../model/rule-case.js';
import type { SourceFile } from '../../model/source.js';
import { pairOf } from '../../text/yaml-access.js';

const text = z.string().check(z.minLength(1));
const texts = z.union([text, z.array(text).check(z.minLength(1))], { error: 'a path, a text or a list of them' });

const expectedSchema = z.strictObject({
  graph: z.optional(z.record(z.string(), z.record(z.string(), z.array(z.string())))),
  output: z.optional(texts),
  diagnostics: z.optional(z.array(z.string())),
});

const caseSchema = z.strictObject({
  name: z.optional(text),
  workflow: texts,
  rules: z.optional(texts),
  target_version: z.optional(z.union([z.string(), z.number()], { error: 'a version' })),
  variables: z.optional(z.record(z.string(), z.string())),
  expect: expectedSchema,
});

const fileSchema = z.strictObject({ cases: z.array(caseSchema) });

/** The tests that a file holds; `undefined` for a file that has no `cases`, or none that can be read. */
export function readRuleCases(file: SourceFile, report: Report): readonly RuleCase[] | undefined {
  const silent = () => undefined;
  const parsed = parseConfiguration({ ...file, layer: 'project' }, file.text.includes('cases') ? report : silent);
  if (!parsed || !pairOf(parsed.root, 'cases')) return undefined;
  const written = readWritten(file.path, parsed.root, report);
  const checked = written && check(fileSchema, written, 'a file of rule tests', report);
  return checked?.cases.map((one, index) => readCase(one, locate(written!, ['cases', index]), index));
}

function readCase(one: z.output<typeof caseSchema>, written: Written, index: number): RuleCase {
  const { graph, output, diagnostics } = one.expect;
  const at = <T>(value: T | undefined, key: string): Located<T> | undefined =>
    value === undefined ? undefined : { value, span: locate(written, ['expect', key]).span };
  const version = locate(written, ['target_version']);
  return {
    name: one.name ?? `case ${index + 1}`,
    span: written.span,
    workflow: readTexts(one.workflow, locate(written, ['workflow'])),
    rules: one.rules === undefined ? undefined : readTexts(one.rules, locate(written, ['rules'])),
    targetVersion: one.target_version === undefined || version.kind !== 'scalar' ? undefined : version.text,
    variables: new Map(Object.entries(one.variables ?? {})),
    expected: {
      graph: at(graph && graphOf(graph), 'graph'),
      output: output === undefined ? undefined : readTexts(output, locate(written, ['expect', 'output'])),
      diagnostics: at(diagnostics && [...new Set(diagnostics)].sort(), 'diagnostics'),
    },
  };
}

function graphOf(graph: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>): Graph {
  return new Map(Object.entries(graph).map(([dag, steps]) => [dag, new Map(Object.entries(steps))]));
}
