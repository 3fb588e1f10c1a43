import * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';
import { runVariables } from '../lang/variable-names.js';
import { modelRunners } from '../model/step.js';
import { byKeys } from './by-keys.js';
import { denialSchema, expectSchema, matchSchema } from './match-schema.js';

/**
 * The `hooks` section, as one schema. A custom message completes the sentence "expected …"; the rest is worded in
 * `schema-issues.ts`. What one field means for another is checked where the section is read.
 */

const second = 1;
const week = 7 * 24 * 3600 * second;
const largestOrder = 1_000_000;

const text = () => z.string().check(z.minLength(1));
const line = () => text().check(z.regex(/^[^\r\n\0]*$/, 'text on one line'));
const baseConfig = () =>
  line().check(
    z.describe(
      "Path of the engine's base configuration (`DAGU_HOME/base.yaml`), relative to this file, or `none` without such a file.",
    ),
  );
const runtimeImage = () =>
  line().check(
    z.describe(
      'The container image in which added steps run: it holds a POSIX shell, and `dagweave` for hooks of other types than `shell`. `busybox:1.36` unless given.',
    ),
  );
const runsOn = () =>
  z
    .union([line(), z.array(line())], 'a label of runners, or a list of labels')
    .check(z.describe('What runs the jobs of hooks: a label of runners, or several. `ubuntu-latest` unless given.'));
const jobImage = () =>
  line().check(
    z.describe('The container image of the jobs of hooks. That of the pipeline, or of the runner, unless given.'),
  );
const jobTags = () =>
  z
    .array(line())
    .check(
      z.minLength(1),
      z.describe('The tags of the runners for the jobs of hooks. Those of the pipeline unless given.'),
    );
const setup = () =>
  z
    .array(z.record(z.string(), z.unknown()))
    .check(
      z.describe(
        'Steps in front of the hook in a job of its own, written as in a workflow. A checkout of the repository unless given.',
      ),
    );
const environment = () =>
  line().check(z.describe('The environment whose reviewers answer for an approval. `hook-approval` unless given.'));
const truth = () => z.boolean();
const patterns = () => z.union([text(), z.array(text())], 'a pattern or a list of patterns');
const taskEnds = () =>
  patterns().check(
    z.describe(
      'The step of a sub-DAG with which its task is done, `post-merge` unless given: hooks of `post_task` go behind it, or behind the last steps where no step has that name.',
    ),
  );
const teardown = () =>
  patterns().check(
    z.describe(
      'The steps that remove the workspace of a task; no hook of a task is inserted behind one. Unless given: steps called `post-cleanup`, and steps that run `post-cleanup` or `arborist … complete`. `[]` means that no step removes it.',
    ),
  );
const version = () => z.union([text(), z.number()], 'a version such as "1.30"');
const targetVersion = () =>
  version().check(
    z.describe(
      'The version of the engine that runs every workflow. A workflow that shows another version is an error.',
    ),
  );
const assumeVersion = () =>
  version().check(
    z.describe(
      'The version of the engine for workflows that do not themselves show which version they are for. The others keep theirs.',
    ),
  );
const promptsDirectory = () =>
  line().check(
    z.describe(
      'The folder that `prompt_file` and partials are read from, relative to this file; `prompts` unless given.',
    ),
  );
const promptDelivery = () =>
  z
    .enum(['inline', 'file'])
    .check(
      z.describe(
        'How prompts reach the steps that ask a model: `inline` (the default) writes them into the workflow; `file` writes each once into `.dagweave/prompt-files` beside it, under a name made from its text, and the step reads it there.',
      ),
    );
const variableName = () => z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and "_"'));
const models = () =>
  z.strictObject({
    runner: z.optional(
      z
        .enum(modelRunners)
        .check(z.describe('What is asked: a program, or a service by its protocol. `claude` unless given.')),
    ),
    model: z.optional(line().check(z.describe('The model, as the runner names it.'))),
    base_url: z.optional(
      z
        .string()
        .check(
          z.regex(/^https?:\/\/[^\s{}@]+$/, 'an address that begins with http:// or https://'),
          z.describe(
            'The address of the service, for the runners `openai` and `anthropic`. It goes before `OPENAI_BASE_URL` and `ANTHROPIC_BASE_URL`, which a workflow can set.',
          ),
        ),
    ),
    api_key_env: z.optional(
      variableName().check(z.describe('The environment variable that holds the key of the service.')),
    ),
  });
const somePatterns = () => z.union([text(), z.array(text()).check(z.minLength(1))], 'a pattern or a list of patterns');
const scalar = () => z.union([z.string(), z.number(), z.boolean()], 'text, a number, or true or false');

/** What rules of a pack are called after: it is part of their ids. */
const packName = () =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'a name of letters, digits, ".", "_" and "-"'));
const single = () => z.union([z.string(), z.number(), z.boolean()], 'text, a number, or true or false');
const parameterValue = () => z.union([single(), z.array(single())], 'text, a number, true or false, or a list of them');
const parameterMap = (values: z.ZodMiniType) => z.record(variableName(), values);

/** A parameter of a pack. */
export const parameterSchema = madeLate(() =>
  z
    .strictObject({
      type: z.enum(['string', 'number', 'boolean', 'list']).check(z.describe('What a value must be.')),
      default: z.optional(
        parameterValue().check(z.describe('The value where a use gives none; without it, a use must give one.')),
      ),
      description: z.optional(z.string().check(z.describe('What the parameter is for.'))),
      enum: z.optional(
        z.array(single()).check(z.minLength(1), z.describe('The values to choose from; of a list, for each entry.')),
      ),
    })
    .check(z.describe('A parameter: rules of the pack use its value as `{{params.NAME}}`.')),
);

const packText = () =>
  text().check(z.describe('A path from the folder of this file, such as `./gates.yaml`, or a package.'));
const useSchema = () =>
  z.union(
    [
      packText(),
      z.strictObject({
        pack: packText(),
        with: z.optional(
          z.nullable(parameterMap(parameterValue()).check(z.describe('Values for the parameters of the pack.'))),
        ),
        as: z.optional(
          packName().check(z.describe('What its rules are called after, instead of the name of the pack.')),
        ),
      }),
    ],
    'a path or a package, or a mapping with `pack`',
  );

/** Values for the variables that some rules bring with them; the time of a run is `timestamp` everywhere. */
const runContext = () =>
  Object.fromEntries(runVariables.filter((name) => name !== 'TIMESTAMP').map((name) => [name, z.optional(text())]));

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
    name: () => z.optional(packName().check(z.describe('Of a pack: what its rules are called after.'))),
    parameters: () =>
      z.optional(
        z.nullable(
          z.record(variableName(), parameter()).check(z.describe('Of a pack: what a use of it can or must give.')),
        ),
      ),
    extends: () =>
      z.optional(
        z.nullable(
          z.array(useSchema()).check(z.describe('Packs: files and packages whose rules and steps hold here as well.')),
        ),
      ),
    prompts_dir: () => z.optional(promptsDirectory()),
    prompts: () => z.optional(promptDelivery()),
    vars: () => z.optional(z.nullable(z.record(variableName(), scalar()))),
    context: () =>
      z.optional(
        z.nullable(
          z.strictObject({
            task_id: z.optional(text()),
            spec_id: z.optional(text()),
            worktree_path: z.optional(text()),
            branch_name: z.optional(text()),
            parent_branch: z.optional(text()),
            arborist_home: z.optional(text()),
            timestamp: z.optional(text()),
            ...runContext(),
          }),
        ),
      ),
    limits: () =>
      z.optional(
        z.nullable(
          z.strictObject({
            max_added_steps: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
            max_llm_calls: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
            max_webhooks: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
            max_added_critical_path: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
          }),
        ),
      ),
    runtime: () => z.optional(line()),
    models: () => z.optional(z.nullable(models())),
    tasks_are: () => z.optional(z.enum(['auto', 'bodies', 'nodes', 'both'])),
    task_ids: () => z.optional(patterns()),
    setup: () => z.optional(patterns()),
    task_ends: () => z.optional(taskEnds()),
    teardown: () => z.optional(teardown()),
    target_version: () => z.optional(targetVersion()),
    assume_version: () => z.optional(assumeVersion()),
    format: () => z.optional(z.enum(['auto', 'dagu', 'github-actions', 'argo', 'gitlab-ci'])),
    dagu: () => z.optional(z.nullable(z.strictObject({ base_config: z.optional(baseConfig()) }))),
    argo: () => z.optional(z.nullable(z.strictObject({ runtime_image: z.optional(runtimeImage()) }))),
    github_actions: () =>
      z.optional(
        z.nullable(
          z.strictObject({
            runs_on: z.optional(runsOn()),
            setup: z.optional(setup()),
            environment: z.optional(environment()),
          }),
        ),
      ),
    gitlab_ci: () =>
      z.optional(z.nullable(z.strictObject({ image: z.optional(jobImage()), tags: z.optional(jobTags()) }))),
    disable_global_hooks: () => z.optional(truth()),
    marks: () => z.optional(truth()),
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
