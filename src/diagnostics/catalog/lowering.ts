import { error, note, warning } from '../row.js';
import { quoted } from '../words.js';

/** DW6xx: what an engine cannot express. */
export const loweringRows = () => ({
  DW601: error(
    (a: { rule: string; run: string; why: string; instead: string }) =>
      `rule ${a.rule} runs in a handler of the engine (\`run: ${a.run}\`), but ${a.why}`,
    (a) => `${a.instead}.`,
    'rules',
  ),
  DW602: warning(
    (a: { key: string; dag: string }) => `hooks of \`${a.dag}\` run where its steps run: in what \`${a.key}\` defines`,
    () => 'Make sure that the commands of your hooks exist there, and `dagweave` too if a hook needs it.',
  ),
  DW603: error(
    (a: { handler: string; why: string; plainHandler: string; isEmpty: boolean }) =>
      `hooks cannot be added to ${a.isEmpty ? '' : 'the handler '}\`${a.handler}\`, because ${a.why}`,
    (a) =>
      a.isEmpty
        ? 'Remove the line: hooks bring their own; `apply --fix` does it where nothing else is on the line.'
        : `Write the handler ${a.plainHandler}; then hooks run before it.`,
  ),
  DW604: note(
    (a: { rule: string; handler: string }) =>
      `\`${a.handler}\` already has a command, so the hook of rule ${a.rule} runs before that command, and a failure of the hook does not change the result of the run`,
  ),
  DW605: error(
    (a: { step: string; dag: string; needs: string }) =>
      `\`${a.needs}\` cannot be added to the step \`${a.step}\` of \`${a.dag}\`, because the step is an alias`,
    () => 'Replace the alias by the fields of the step.',
  ),
  DW606: warning(
    (a: { shell: string; dag: string }) =>
      `\`${a.dag}\` runs its steps with \`${a.shell}\`, but hooks need a POSIX shell`,
    () => 'Set the shell on the steps that need it instead of on the whole DAG.',
  ),
  DW617: error(
    (a: { shell: string; dag: string; rule: string }) =>
      `\`${a.dag}\` runs its steps with \`${a.shell}\`, where it is not certain that the hook of rule ${a.rule}, which is policy, runs as written`,
    () =>
      'Use a plain shell such as `bash -e`, or set the shell on the steps that need it instead of on the whole DAG.',
  ),
  DW632: error(
    (a: { names: readonly string[]; dag: string; key: string; ofStep: boolean; rule: string }) => {
      const [are, them] = a.names.length === 1 ? ['is a variable', 'it'] : ['are variables', 'them'];
      return `${quoted(a.names.map((name) => `$${name}`))} in the hook of rule ${a.rule}, which is policy, ${are} of the hook itself, but the engine replaces ${them} by what \`${a.key}\` of ${a.ofStep ? 'a step of ' : ''}\`${a.dag}\` says`;
    },
    () => 'Use another name in the workflow, and a name for each value.',
  ),
  DW607: error(
    (a: { rule: string; dag: string }) =>
      `\`${a.dag}\` runs its steps in a container or over SSH, where a command is one line, but the hook of rule ${a.rule} has several`,
    () => 'Put its lines into a script file, write its prompt on one line, or exclude this DAG with `tasks_exclude`.',
    'rules',
  ),
  DW608: error(
    (a: { step: string; dag: string; needs: string }) =>
      `the step \`${a.step}\` of \`${a.dag}\` shares its dependencies with another step by an alias or a merge key, but only the other step must wait for a hook`,
    (a) => `Give this step its own \`${a.needs}\`.`,
  ),
  DW609: error(
    (a: { rule: string; dag: string }) =>
      `the condition of rule ${a.rule} needs a value that only the run of \`${a.dag}\` knows, but steps in a container or over SSH cannot read it`,
    () => 'Test the value in the command of the hook, or exclude this DAG with `tasks_exclude`.',
    'rules',
  ),
  DW610: error(
    (a: { rule: string }) =>
      `the script of rule ${a.rule} names its own interpreter (\`#!\`), so its condition cannot be written before that line`,
    () => 'Put the script into a file and call that file.',
    'rules',
  ),
  DW611: note(
    (a: { handler: string; why: string; to: readonly string[]; rules: readonly string[] }) =>
      `hooks cannot be added to the handler \`${a.handler}\`, because ${a.why}; ${a.rules.length === 1 ? 'the hook of rule' : 'the hooks of rules'} ${a.rules.join(', ')} ${a.rules.length === 1 ? 'runs' : 'run'} in ${a.to.map((key) => `\`${key}\``).join(', ')} instead`,
  ),
  DW612: error(
    (a: { handler: string; why: string; file: string; plainCommand: string }) =>
      `a handler \`${a.handler}\` with hooks would override the one in the base configuration "${a.file}", which cannot be copied into it, because ${a.why}`,
    (a) =>
      `Write the handler of the base configuration ${a.plainCommand} and nothing else, or give the workflow its own handler.`,
    'rules',
  ),
  DW613: warning(
    (a: { handler: string; dag: string; rules: readonly string[] }) =>
      `hooks add the handler \`${a.handler}\` to \`${a.dag}\`; if the engine's base configuration also has one, the engine merges both field by field: the command of the base configuration, the hooks, or both no longer run, and no run fails because of it`,
    () =>
      'Pass the base configuration with `--base-config PATH` or `dagu.base_config`, so that both run; pass `none` if the engine has no base configuration.',
    'rules',
  ),
  DW614: note(
    (a: { dag: string; engine: string; key: string; line: string }) =>
      `\`${a.dag}\` has no \`${a.key}\`, so ${a.engine} uses the \`${a.key}\` of its base configuration; hooks are written for \`${a.line}\``,
    (a) =>
      `Write \`${a.line}\`; \`apply --fix\` does it for you. Or pass the base configuration with \`--base-config\`.`,
  ),
  DW615: warning(
    (a: { rule: string; dag: string; why: string; instead: string }) =>
      `rule ${a.rule} is skipped in \`${a.dag}\`: it runs in the engine's failure handler, but ${a.why}`,
    (a) => `${a.instead}; or pass the base configuration of the engine with \`--base-config\`.`,
    'rules',
  ),
  DW623: error(
    (a: { rule: string; dag: string; type: string; why: string }) =>
      `the \`${a.type}\` hook of rule ${a.rule} cannot be added to \`${a.dag}\`, because ${a.why}`,
    () => 'Exclude this DAG with `tasks_exclude`, or do it in a `shell` hook.',
    'rules',
  ),
  DW276: note(
    (a: { rule: string; inputs: readonly string[] }) =>
      `what a person enters at the approval of rule ${a.rule} (${quoted(a.inputs)}) is an output parameter of that step; hooks behind it do not find it as a variable`,
  ),
  DW639: note(
    (a: { rule: string; answer: string }) =>
      `the approval of rule ${a.rule} has a \`timeout\`, so the answer is the value of \`${a.answer}\` that a person supplies: the run goes on with YES, and fails with any other`,
    () => 'Without `timeout`, nothing is to be supplied: resuming the run is a yes, stopping it a no.',
  ),
  DW641: warning(
    (a: { dag: string; rules: readonly string[] }) =>
      `\`${a.dag}\` calls itself, so the ${a.rules.length === 1 ? 'hook of rule' : 'hooks of rules'} ${a.rules.join(', ')} ${a.rules.length === 1 ? 'runs' : 'run'} in each of its rounds`,
    (a) => `Let the run begin with another template that calls \`${a.dag}\` once: hooks go around that call.`,
  ),
  DW624: error(
    (a: { rule: string; text: string }) =>
      `rule ${a.rule} holds \`{{\` without \`}}\` behind it: \`${a.text}\`; the engine would read on to the next \`}}\` of the workflow`,
    () => "Close the braces, or part them for the shell: `'{''{'`.",
    'rules',
  ),
  DW638: error(
    (a: { rule: string; dag: string; tag: string; why: string }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` cannot read \`${a.tag}\`, because ${a.why}`,
    () => 'Name what is there before the hook runs, or leave out the tasks where it is not with `tasks_exclude`.',
    'rules',
  ),
  DW625: warning(
    (a: { type: string; setting: string }) =>
      `a \`${a.type}\` hook calls \`dagweave\`, which the usual image of hooks does not hold`,
    (a) => `Name an image that holds it: \`${a.setting}\` inside of \`hooks:\`.`,
    'rules',
  ),
  DW626: error(
    (a: { key: string; dag: string; engine: string }) =>
      `\`${a.key}\` applies to hooks too, because the steps of \`${a.dag}\` are a mapping, and in a mapping ${a.engine} lets no step override it`,
    () => 'Write `steps` as a list: `- name: …` for each key.',
  ),
  DW627: error(
    (a: { alias: string }) =>
      `the alias \`*${a.alias}\` repeats text that hooks change, so the step here would change too`,
    () => 'Replace the alias by the text that it repeats.',
  ),
  DW633: error(
    (a: { step: string; dag: string; key: string }) =>
      `a merge key (\`<<\`) behind the \`${a.key}\` of the step \`${a.step}\` of \`${a.dag}\` brings in another \`${a.key}\`, which the engine takes instead, so hooks cannot change it`,
    (a) => `Write the merge key in front of the step's own keys, or remove one \`${a.key}\`.`,
  ),
  DW634: error(
    (a: { file: string }) => `${a.file} is a template of Helm, and no YAML before Helm fills it in`,
    () => 'Render it first: `helm template CHART | dagweave apply -`.',
  ),
  DW628: note(
    () => 'the prompt stays in the line of the step, because it holds the name of a variable in braces as plain text',
    () => 'In a file the value would go there too; write the plain text in another way.',
  ),
  DW616: note(
    (a: { setting: string; dag: string }) =>
      `the prompt stays in the line of the step, because \`${a.setting}\` of \`${a.dag}\` lets steps start in another folder, where they would not find its file`,
    (a) => `Without \`${a.setting}\` the prompt goes into a file.`,
  ),
  DW620: error(
    (a: { rule: string; dag: string; child: string; why: string; version: string }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` cannot run \`${a.child}\`, a document of this file that only the engine finds, because ${a.why}`,
    (a) =>
      `Move the child into a separate file beside this one, where \`dagweave step spawn\` can run it; if the version is the reason, name it, such as \`--assume-version ${a.version}\`.`,
    'rules',
  ),
  DW621: error(
    (a: { rule: string; dag: string; why: string; instead?: string | undefined }) =>
      `the hook of rule ${a.rule} cannot wait for an approval in \`${a.dag}\`, because ${a.why}`,
    (a) => `${a.instead ?? 'Change that in the rule, or use a step of type `webhook` with `callback: true` instead'}.`,
    'rules',
  ),
  DW477: note(
    (a: { entrypoint: string; type: string; name: string }) =>
      `the run begins with \`${a.entrypoint}\`, a \`${a.type}\` template without tasks, so hooks go around it, in the new template \`${a.name}\``,
  ),
  DW478: error(
    (a: {
      node: string;
      why: string;
      heir?: string | undefined;
      starts?: 'on failure' | 'by rules' | 'too early' | undefined;
      /** A job that is not in all pipelines in which the node is. */
      missing?: string | undefined;
      /** Files that belong to the pipeline were not read, and are the reason. */
      unread?: boolean | undefined;
    }) => `\`${a.node}\` cannot be made to wait for a hook, because ${a.why}`,
    (a) => {
      if (a.starts === 'on failure')
        return `Exclude \`${a.node}\` with \`tasks_exclude\`, or give it commands of its own in this file that a hook can be one of: no list of needs helps a job that starts where something failed.`;
      if (a.starts === 'by rules')
        return `Take \`needs\` out of its rules and write it at the job itself, or exclude \`${a.node}\` with \`tasks_exclude\`.`;
      if (a.starts === 'too early')
        return `Put \`${a.node}\` into a later stage, or what the hook waits for into the stage of \`${a.node}\` or one before it.`;
      if (a.heir === undefined && a.missing !== undefined)
        return `Let \`${a.missing}\` be in all pipelines in which \`${a.node}\` is, by its rules; a hook at \`pre_root\` is in every pipeline.`;
      if (a.unread)
        return `Name all files of the pipeline in one command. Where some are not yours, write its needs as a list of names at the job itself, or exclude \`${a.node}\` with \`tasks_exclude\`.`;
      return `Write ${a.heir === undefined ? 'its needs' : `what \`${a.heir}\` needs`} as a list of names at ${a.heir === undefined ? 'the job itself' : 'that job'}, or exclude \`${a.node}\` with \`tasks_exclude\`.`;
    },
  ),
  DW629: error(
    (a: { rule: string; dag: string; what: string; why: string; instead?: string | undefined }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` cannot ${a.what}, because ${a.why}`,
    (a) => `${a.instead ?? 'Move the rule to a point where it can, or use a step of another type'}.`,
    'rules',
  ),
  DW630: error(
    (a: { rule: string }) =>
      `the script of rule ${a.rule} names its own interpreter (\`#!\`), but the shell of the job reads it`,
    () => 'Put the script into a file and call that file.',
    'rules',
  ),
  DW631: error(
    (a: { rule: string; dag: string; count: number; most: number; isFinal: boolean }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` would need ${a.count} jobs, and the engine takes ${a.most}`,
    (a) =>
      a.isFinal
        ? 'Put the jobs of your last stage into one before it: where the last stage is empty, a hook there needs no list.'
        : 'Choose another point, such as `final`, or name one job with `after`.',
    'rules',
  ),
  DW622: warning(
    (a: { rule: string; dag: string; child: string }) =>
      `the \`timeout\` of rule ${a.rule} does not limit \`${a.child}\` in \`${a.dag}\`, because the engine fails the run when a call times out, but this hook must not fail the run`,
    () =>
      'Move the child into a separate file beside this one, where `dagweave step spawn` enforces the time limit, or remove the `timeout`.',
    'rules',
  ),
  DW618: note(
    (a: { rule: string; seconds: number; minutes: number; tries: number }) =>
      `the hook of rule ${a.rule} may take ${a.minutes} ${a.minutes === 1 ? 'minute' : 'minutes'}${a.tries === 1 ? '' : ` for all ${a.tries} tries`} and not ${a.seconds} seconds${a.tries === 1 ? '' : ' for each'}, because the engine counts whole minutes of the whole step`,
  ),
  DW619: warning(
    (a: { rule: string; environment: string }) =>
      `the approval of rule ${a.rule} waits only if the environment \`${a.environment}\` of the repository has reviewers; without them the run goes on at once`,
    () => 'Add required reviewers to the environment in the settings of the repository.',
    'rules',
  ),
  DW635: warning(
    (a: { type: string; program: string; place: { kind: 'runner' | 'image'; name: string } }) =>
      `a \`${a.type}\` hook calls \`${a.program}\`, which ${a.place.kind === 'runner' ? 'a runner' : 'an image'} such as \`${a.place.name}\` does not hold, and no ${a.place.kind === 'runner' ? 'step' : 'command'} before it installs anything`,
    (a) =>
      a.place.kind === 'runner'
        ? 'Write into `hooks:` a command that fetches it, such as `runtime: npx --yes dagweave`. Or install it before the hook: in a step of the job, or for hooks that are jobs with `github_actions: {setup: …}` inside of `hooks:`.'
        : 'Where the image has Node, write into `hooks:` a command that fetches it: `runtime: npx --yes dagweave`. Else give hooks that are jobs an image with Node besides, `gitlab_ci: {image: "node:22"}` inside of `hooks:`, and install Node in the `before_script` of a job that has hooks among its commands.',
    'rules',
  ),
  DW646: warning(
    (a: { rule: string; path: string; jobs: readonly string[]; setting: string }) =>
      `the hook of rule ${a.rule} reads \`${a.path}\`, but where it runs there are no files of the repository: ${a.jobs.length === 0 ? 'all jobs have' : a.jobs.length === 1 ? `${quoted(a.jobs)} has` : `${quoted(a.jobs)} have`} \`${a.setting}\``,
    (a) =>
      a.jobs.length === 0
        ? `Write \`${a.setting}\` into the jobs that need no files, and not into the \`variables\` of all jobs.`
        : `Take \`${a.setting}\` out of the \`variables\` of ${quoted(a.jobs)}, or exclude ${a.jobs.length === 1 ? 'that job' : 'these jobs'} with \`tasks_exclude\`.`,
    'rules',
  ),
  DW636: warning(
    (a: { rule: string; name: string }) =>
      `the hook of rule ${a.rule} sends to or with \`\${${a.name}}\`, but nothing sets it where it runs: a secret is in no environment unless the workflow says so`,
    (a) => `Write into the rule, or into the workflow, \`env: {${a.name}: "\${{ secrets.${a.name} }}"}\`.`,
  ),
});
