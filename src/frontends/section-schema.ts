import * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';
import { byKeys } from './by-keys.js';
import { denialSchema, expectSchema, matchSchema } from './match-schema.js';
import { packShape, parameterSchema } from './pack-schema.js';
import { line, patterns, somePatterns, text, truth } from './plain-schemas.js';
import { settingShape } from './setting-schemas.js';

/**
 * The `hooks` section, as one schema. A custom message completes the sentence "expected …"; the rest is worded in
 * `schema-issues.ts`. What one field means for another is checked where the section is read.
 */

const second = 1;
const week = 7 * 24 * 3600 * second;
const largestOrder = 1_000_000;

const policyShape = {
  on_failure: () => z.optional(z.enum(['abort', 'continue', 'retry'])),
  retries: () => z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  retry_delay: () => z.optional(z.int().check(z.minimum(0), z.maximum(week))),
  timeout: () => z.optional(z.int().check(z.minimum(second), z.maximum(week))),
};

const stepShape = {
  ...policyShape,
  type: () => z.optional(text()),
  output: () =>
    z.optional(
      z.union(
        [truth(), z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/))],
        'true, false, or a variable name',
      ),
    ),
};

const ruleShape = {
  ...stepShape,
  step: () => z.optional(text()),
  id: () =>
    z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9._/-]{1,100}$/, 'up to 100 letters, digits, ".", "_", "/" and "-"')),
    ),
  enabled: () => z.optional(truth()),
  tasks: () => z.optional(somePatterns()),
  tasks_exclude: () => z.optional(patterns()),
  after: () => z.optional(text()),
  before: () => z.optional(text()),
  when: () => z.optional(z.union([text(), truth()], 'a condition, or true or false')),
  on_missing_anchor: () => z.optional(z.enum(['default', 'skip', 'error'])),
  order: () => z.optional(z.number().check(z.minimum(-largestOrder), z.maximum(largestOrder))),
  parallel: () => z.optional(line()),
  await: () => z.optional(truth()),
  run: () => z.optional(z.enum(['success', 'failure', 'abort', 'always'])),
  optional: () => z.optional(truth()),
  once: () => z.optional(truth()),
  match: () => z.optional(matchSchema()),
  each: () => z.optional(z.enum(['task', 'step'])),
  expect: () => z.optional(expectSchema()),
};

const stepFields = {
  ...stepShape,
  override: () =>
    z.optional(
      truth().check(z.describe('This definition is meant to replace the one of the same name in an earlier layer.')),
    ),
};

/** A step in `step_definitions`. The fields of its type pass here and are checked by the type. */
export const stepSchema = byKeys(stepFields, z.looseObject);

/** An entry of `injections`. With an inline step, the fields of its type pass here and are checked by the type. */
export const ruleSchema = byKeys(ruleShape, z.looseObject);

const anything = () => z.unknown();
const frameShape = sectionShape(anything, anything, anything);

/** The section without what is in its definitions and rules, which are read one by one. */
export const frameSchema = byKeys(frameShape, z.strictObject);

/** The whole section. */
export const hooksSchema = madeLate(() =>
  byKeys(sectionShape(stepSchema.whole, ruleSchema.whole, parameterSchema), z.strictObject).whole(),
);

/** The keys of the section. */
export const sectionKeys: readonly string[] = Object.keys(frameShape);

/** Where the section keeps rules and steps; a front end that writes them in another way has none of these. */
export const ownLists = ['injections', 'step_definitions', 'deny', 'extends'] as const;

export const stepKeys: readonly string[] = Object.keys(stepFields);
export const ruleKeys: readonly string[] = Object.keys(ruleShape);

function sectionShape<Step extends z.ZodMiniType, Rule extends z.ZodMiniType, Parameter extends z.ZodMiniType>(
  step: () => Step,
  rule: () => Rule,
  parameter: () => Parameter,
) {
  return {
    enabled: () => z.optional(truth()),
    version: () => z.optional(z.literal([1, '1'])),
    ...packShape(parameter),
    ...settingShape,
    deny: () => z.optional(z.nullable(z.array(denialSchema()))),
    step_definitions: () => z.optional(z.nullable(z.record(z.string(), step()))),
    injections: () => {
      const rules = z.optional(z.nullable(z.array(rule())));
      return z.optional(
        z.nullable(
          z.strictObject({ pre_root: rules, post_roots: rules, pre_task: rules, post_task: rules, final: rules }),
        ),
      );
    },
  };
}
