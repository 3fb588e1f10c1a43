import * as z from 'zod/mini';
import { runVariables } from '../lang/variable-names.js';
import { modelRunners } from '../model/step.js';
import { line, patterns, scalar, text, truth, variableName } from './plain-schemas.js';

/** The settings of the section: all that is neither a rule nor a step, nor of a pack. */
export const settingShape = {
  prompts_dir: () =>
    z.optional(
      line().check(
        z.describe(
          'The folder that `prompt_file` and partials are read from, relative to this file; `prompts` unless given.',
        ),
      ),
    ),
  prompts: () =>
    z.optional(
      z
        .enum(['inline', 'file'])
        .check(
          z.describe(
            'How prompts reach the steps that ask a model: `inline` (the default) writes them into the workflow; `file` writes each once into `.dagweave/prompt-files` beside it, under a name made from its text, and the step reads it there.',
          ),
        ),
    ),
  vars: () => z.optional(z.nullable(z.record(variableName(), scalar()))),
  context: () =>
    group({
      task_id: z.optional(text()),
      spec_id: z.optional(text()),
      worktree_path: z.optional(text()),
      branch_name: z.optional(text()),
      parent_branch: z.optional(text()),
      arborist_home: z.optional(text()),
      timestamp: z.optional(text()),
      ...runContext(),
    }),
  limits: () =>
    group({
      max_added_steps: limit(),
      max_llm_calls: limit(),
      max_webhooks: limit(),
      max_added_critical_path: limit(),
    }),
  runtime: () => z.optional(line()),
  models,
  tasks_are: () => z.optional(z.enum(['auto', 'bodies', 'nodes', 'both'])),
  task_ids: () => z.optional(patterns()),
  setup: () => z.optional(patterns()),
  task_ends: () =>
    z.optional(
      patterns().check(
        z.describe(
          'The step of a sub-DAG with which its task is done, `post-merge` unless given: hooks of `post_task` go behind it, or behind the last steps where no step has that name.',
        ),
      ),
    ),
  teardown: () =>
    z.optional(
      patterns().check(
        z.describe(
          'The steps that remove the workspace of a task; no hook of a task is inserted behind one. Unless given: steps called `post-cleanup`, and steps that run `post-cleanup` or `arborist … complete`. `[]` means that no step removes it.',
        ),
      ),
    ),
  target_version: () =>
    z.optional(
      version().check(
        z.describe(
          'The version of the engine that runs every workflow. A workflow that shows another version is an error.',
        ),
      ),
    ),
  assume_version: () =>
    z.optional(
      version().check(
        z.describe(
          'The version of the engine for workflows that do not themselves show which version they are for. The others keep theirs.',
        ),
      ),
    ),
  format: () => z.optional(z.enum(['auto', 'dagu', 'github-actions', 'argo', 'gitlab-ci'])),
  dagu: () =>
    group({
      base_config: z.optional(
        line().check(
          z.describe(
            "Path of the engine's base configuration (`DAGU_HOME/base.yaml`), relative to this file, or `none` without such a file.",
          ),
        ),
      ),
    }),
  argo: () =>
    group({
      runtime_image: z.optional(
        line().check(
          z.describe(
            'The container image in which added steps run: it holds a POSIX shell, and `dagweave` for hooks of other types than `shell`. `busybox:1.36` unless given.',
          ),
        ),
      ),
    }),
  github_actions: () =>
    group({
      runs_on: z.optional(
        z
          .union([line(), z.array(line())], 'a label of runners, or a list of labels')
          .check(
            z.describe('What runs the jobs of hooks: a label of runners, or several. `ubuntu-latest` unless given.'),
          ),
      ),
      setup: z.optional(
        z
          .array(z.looseObject({ id: z.optional(z.string().check(z.regex(ofNoHook, ofNoHookText))) }))
          .check(
            z.describe(
              'Steps in front of the hook in a job of its own, written as in a workflow. A checkout of the repository unless given.',
            ),
          ),
      ),
      environment: z.optional(
        line().check(
          z.describe('The environment whose reviewers answer for an approval. `hook-approval` unless given.'),
        ),
      ),
    }),
  gitlab_ci: () =>
    group({
      image: z.optional(
        line().check(
          z.describe('The container image of the jobs of hooks. That of the pipeline, or of the runner, unless given.'),
        ),
      ),
      tags: z.optional(
        z
          .array(line())
          .check(
            z.minLength(1),
            z.describe('The tags of the runners for the jobs of hooks. Those of the pipeline unless given.'),
          ),
      ),
    }),
  disable_global_hooks: () => z.optional(truth()),
  marks: () => z.optional(truth()),
};

/** A hook is called `hook` in a job of its own, and is known by what an id begins with elsewhere. */
const ofNoHook = /^(?![Hh][Oo][Oo][Kk](?:-|$))/;

const ofNoHookText = 'an id other than `hook` and `hook-…`';

/** Settings that belong together. */
function group<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.optional(z.nullable(z.strictObject(shape)));
}

function limit() {
  return z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000)));
}

function version() {
  return z.union([text(), z.number()], 'a version such as "1.30"');
}

function models() {
  return group({
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
}

/** Values for the variables that some rules bring with them; the time of a run is `timestamp` everywhere. */
function runContext() {
  return Object.fromEntries(
    runVariables.filter((name) => name !== 'TIMESTAMP').map((name) => [name, z.optional(text())]),
  );
}
