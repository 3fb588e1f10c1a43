import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCollector } from '../../diagnostics/diagnostics.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf } from '../exit-codes.js';
import { packageFiles } from '../package-files.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { writeOutputs } from '../write-outputs.js';

/** Writes a first configuration with its prompts. What is there already is never touched: then nothing is written. */
export async function init(call: Call): Promise<ExitCode> {
  const folder = join(call.inputs[0] ?? '.', '.dagweave');
  const files = [
    { path: join(folder, 'config.yaml'), text: firstConfiguration },
    ...packageFiles('prompts').map(({ name, text }) => ({ path: join(folder, 'prompts', name), text })),
  ];
  const { report, all, hasErrors } = createCollector();
  const others = ['config.yml', 'config.json', 'config.jsonc'].map((name) => join(folder, name));
  const present = [...files.map(({ path }) => path), ...others].filter((path) => existsSync(path));
  if (present.length > 0) report('DW833', { paths: present });
  if (!hasErrors() && (await writeOutputs(files, report))) {
    call.terminal.result.write(files.map(({ path }) => `${path}\n`).join(''));
    call.terminal.messages.write('dagweave: see what it does with: dagweave diff WORKFLOW\n');
  }
  showDiagnostics(all(), [], call);
  return exitCodeOf(all(), call.options.strict);
}

/** What `dagweave init` writes: one rule that works, and the others to pick from. */
const firstConfiguration = `# yaml-language-server: $schema=../node_modules/dagweave/dag-schemas/config.schema.json
# Hooks for workflows: which steps dagweave adds, and where. The first line tells an editor the keys; where dagweave is not
# installed in this project, write a copy for it: dagweave schema config > .dagweave/config.schema.json

hooks:
  enabled: true
  version: 1
  prompts_dir: prompts          # below this folder

  # The version of Dagu that runs the workflows, where they do not show it themselves.
  # assume_version: "1.30"

  # Values for {{vars.NAME}}.
  vars:
    team: platform

  # Steps by name. What they do is here, where they are inserted is below.
  step_definitions:
    announce:
      type: shell
      command: echo "{{task_id}} of {{vars.team}} is done"

    # tests:
    #   type: quality_check      # a gate: runs a command, and reads a score from what it gave
    #   command: npm test -- --coverage --coverageReporters=json-summary && cat coverage/coverage-summary.json
    #   score_path: $.total.lines.pct
    #   min_score: 80

    # review:
    #   type: llm_eval           # asks a model, here by its command line
    #   prompt_file: code_quality.md
    #   runner: claude
    #   min_score: 70

  # Where they go: pre_root, post_roots, pre_task, post_task, final.
  injections:
    post_task:
      - step: announce
        on_failure: continue     # may fail; without it a step is a gate
      # - step: tests
      #   tasks: ["build*"]      # names, globs, or /expressions/; all tasks unless given
      # - step: review
      #   await: false           # nothing waits for it

    # final:
    #   - id: end                # the hook's own name; wanted where two rules have one step
    #     step: announce
    #     run: always            # success, failure, abort or always
`;
