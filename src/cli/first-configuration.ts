/** What `dagweave init` writes: one rule that works, and the others to pick from. */
export const firstConfiguration = `# Hooks for workflows: which steps dagweave adds, and where.
# Editors know the keys with: dagweave schema config > .dagweave/config.schema.json

hooks:
  enabled: true
  version: 1
  prompts_dir: prompts          # below this folder

  # The version of Dagu that runs the workflows, where they do not show it themselves.
  # target_version: "1.30"

  # Values for {{vars.NAME}}.
  vars:
    team: platform

  # Steps by name. What they do stands here, where they go below.
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
    #   - step: announce
    #     run: always            # success, failure, abort or always
`;
