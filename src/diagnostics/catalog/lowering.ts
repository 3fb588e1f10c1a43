import { error, note, warning } from '../row.js';

/** DW6xx: what an engine cannot express. */
export const loweringRows = {
  DW601: error(
    (a: { rule: string; run: string; why: string }) =>
      `rule ${a.rule} runs in a handler of the engine (\`run: ${a.run}\`), and ${a.why}`,
    () =>
      'Say which one reads this file: `--target-version 1.30` or `--target-version 2.15`, or `target_version` in the configuration.',
  ),
  DW602: warning(
    (a: { key: string; dag: string }) => `all steps of \`${a.dag}\` run in what \`${a.key}\` says, and so do its hooks`,
    () => 'See that the commands of your hooks exist there, `dagweave` included where a hook needs it.',
  ),
  DW603: error(
    (a: { handler: string; why: string }) => `hooks cannot be added to the handler \`${a.handler}\`, because ${a.why}`,
    () =>
      'Write the handler with a `command` of one line, a list of commands, or a `|` block, and without `preconditions` or a time limit (`if … then` and `timeout` in the command do the same); then hooks run before it.',
  ),
  DW604: note(
    (a: { rule: string; handler: string }) =>
      `\`${a.handler}\` has a command of its own, so the hook of rule ${a.rule} runs before it and its failure does not change the result of the run`,
  ),
  DW605: error(
    (a: { step: string; dag: string; needs: string }) =>
      `the step \`${a.step}\` of \`${a.dag}\` cannot be given \`${a.needs}\` as it is written`,
    () => 'Write the step out: its own fields in place of the alias.',
  ),
  DW606: warning(
    (a: { shell: string; dag: string }) =>
      `\`${a.dag}\` runs its steps with \`${a.shell}\`, and hooks are written for a POSIX shell`,
    () => 'Set the shell on the steps that need it instead of on the whole DAG.',
  ),
  DW607: error(
    (a: { rule: string; dag: string }) =>
      `\`${a.dag}\` runs its steps in a container or over SSH, where a command is one line, but the hook of rule ${a.rule} has several`,
    () => 'Put its lines into a script file, or its prompt into one line, or leave this DAG out with `tasks_exclude`.',
  ),
  DW608: error(
    (a: { step: string; dag: string; needs: string }) =>
      `the step \`${a.step}\` of \`${a.dag}\` takes what it waits for from another step by an alias or a merge key, and only that other one is to wait for a hook`,
    (a) => `Give this step a \`${a.needs}\` of its own.`,
  ),
  DW609: error(
    (a: { rule: string; dag: string }) =>
      `the condition of rule ${a.rule} asks for what only the run of \`${a.dag}\` knows, and steps in a container or over SSH do not see that`,
    () => 'Let the command of the hook ask for it, or leave this DAG out with `tasks_exclude`.',
  ),
  DW610: error(
    (a: { rule: string }) =>
      `the script of rule ${a.rule} names its own interpreter (\`#!\`), and its condition would have to stand before that line`,
    () => 'Put the script into a file and call it.',
  ),
  DW611: note(
    (a: { handler: string; why: string; to: readonly string[]; rules: readonly string[] }) =>
      `hooks cannot be added to the handler \`${a.handler}\`, because ${a.why}; ${a.rules.length === 1 ? 'the hook of rule' : 'the hooks of rules'} ${a.rules.join(', ')} ${a.rules.length === 1 ? 'runs' : 'run'} in ${a.to.map((key) => `\`${key}\``).join(', ')} instead`,
  ),
  DW612: error(
    (a: { handler: string; why: string; file: string }) =>
      `a handler \`${a.handler}\` with hooks would take the place of that in the base configuration "${a.file}", which cannot be copied into it, because ${a.why}`,
    () =>
      'Write the handler of the base configuration with a `command` of one line, a list of commands, or a `|` block and nothing else, or give the workflow a handler of its own.',
  ),
  DW613: warning(
    (a: { handler: string; dag: string; rules: readonly string[] }) =>
      `hooks add the handler \`${a.handler}\` to \`${a.dag}\`; if the engine's base configuration has one as well, the engine mixes the two field by field: that one's command no longer runs, or the hooks do not, or neither does, and no run fails for it`,
    () =>
      'Give the base configuration with `--base-config PATH` or `dagu.base_config`, so that both run; `none` says that there is none.',
  ),
  DW614: note(
    (a: { dag: string; engine: string }) =>
      `\`${a.dag}\` has no \`type\`, so ${a.engine} takes that of its base configuration, and hooks are written for \`type: graph\``,
    () => 'Write `type: graph`; `apply --fix` does it for you. Or give the base configuration with `--base-config`.',
  ),
  DW615: warning(
    (a: { rule: string; dag: string; why: string }) =>
      `rule ${a.rule} is left out of \`${a.dag}\`: it runs in the engine's failure handler, and ${a.why}`,
    () =>
      'Say it: `--target-version 1.30` or `--target-version 2.15`, or `target_version` inside of `hooks:`, or give the base configuration of the engine with `--base-config`.',
  ),
  DW626: error(
    (a: { key: string; dag: string; engine: string }) =>
      `\`${a.key}\` holds for hooks as well, because the steps of \`${a.dag}\` are a mapping, where ${a.engine} lets no step override it`,
    () => 'Write `steps` as a list: `- name: …` for each key.',
  ),
  DW627: error(
    (a: { alias: string }) =>
      `\`*${a.alias}\` repeats text that hooks are written into, and what stands here would change with it`,
    () => 'Write out what stands here in place of the alias.',
  ),
  DW620: error(
    (a: { rule: string; dag: string; child: string; why: string }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` cannot run \`${a.child}\`, which only the engine finds in this file, because ${a.why}`,
    () =>
      'Move the child into a file of its own beside this one, where `dagweave step spawn` can run it; where it is the version, say which one reads this file, such as `--target-version 1.30`.',
  ),
  DW621: error(
    (a: { rule: string; dag: string; why: string }) =>
      `the hook of rule ${a.rule} cannot ask a person in \`${a.dag}\`, because ${a.why}`,
    () => 'Ask with a step of type `webhook` that has `callback: true` instead, or change what stands in the way.',
  ),
  DW622: warning(
    (a: { rule: string; dag: string; child: string }) =>
      `the \`timeout\` of rule ${a.rule} does not limit \`${a.child}\` in \`${a.dag}\`, because the engine fails the run when a call is out of time, and this hook must not fail it`,
    () =>
      'Move the child into a file of its own beside this one, where `dagweave step spawn` keeps the time, or leave out the `timeout`.',
  ),
};
