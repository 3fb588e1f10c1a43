import { error, note, warning } from '../row.js';
import { meant, quoted } from '../words.js';

/** DW241 to DW249, DW265 to DW274, DW278, DW283, DW288 and DW290 to DW296, DW298, DW488, DW489 and DW221 to DW224: workflows that are made of jobs, with steps or commands in them. */
export const jobRows = () => ({
  DW241: warning(
    (a: { jobs: readonly string[] }) =>
      `hooks in the steps of \`${a.jobs[0]}\` also run in ${a.jobs
        .slice(1)
        .map((job) => `\`${job}\``)
        .join(', ')}, because these jobs have the same steps by an alias`,
    () => 'If they are meant for one of the jobs alone, write out the steps of that one.',
    'rules',
  ),
  DW242: error(
    (a: { node: string; dag: string; condition: string; names: readonly string[] }) =>
      `\`${a.node}\` of \`${a.dag}\` would run even if ${quoted(a.names)} before it fails, because its condition says so and cannot be extended here: \`${a.condition}\``,
    () =>
      'Write the condition at the job or step itself, without an anchor or alias, and as one expression with its brackets and quotes closed: bare, or with all of it between `${{` and `}}`.',
  ),
  DW243: note(
    (a: { node: string; dag: string; condition: string }) =>
      `\`${a.node}\` of \`${a.dag}\` runs even if a hook before it fails, because its condition says so: \`${a.condition}\``,
    (a) =>
      `If a gate is to hold \`${a.node}\` back, let its rule find this step, with \`match\` or \`before\`: then the condition asks for the gate, too.`,
    'rules',
  ),
  DW244: error(
    (a: { rule: string; node: string; skipped: string }) =>
      `the hook of rule ${a.rule} would make \`${a.node}\` wait for \`${a.skipped}\`, and wherever \`${a.skipped}\` is skipped, \`${a.node}\` would be skipped, too`,
    () =>
      'Name one step that the hook comes before or after (`before`, `after`), use `pre_task`, or put the condition into the job: at its steps instead of at the job.',
    'rules',
  ),
  DW245: warning(
    (a: { node: string }) =>
      `\`${a.node}\` looks at the results of everything that it waits for, among which there is a hook now`,
    () =>
      'Name the jobs whose results it looks at; or, where what the hook is about may be skipped, allow there that the hook is skipped, too.',
    'rules',
  ),
  DW246: warning(
    (a: { rule: string; needed: boolean }) =>
      a.needed
        ? `a later action asks how that of rule ${a.rule} ended or what it printed, which this engine does not tell: it finds an empty text`
        : `the output of rule ${a.rule} is not captured, because this engine hands nothing that a step prints to later ones`,
    () => 'Let the command leave it in a file, or in the file that the engine offers for that.',
    'rules',
  ),
  DW247: error(
    (a: { rule: string; child: string; why: string; instead: string }) =>
      `the hook of rule ${a.rule} cannot run \`${a.child}\`: ${a.why}`,
    (a) => `${a.instead}.`,
    'rules',
  ),
  DW248: error(
    (a: { written: string | undefined }) =>
      a.written === undefined
        ? 'the workflow has no `jobs`, a mapping of jobs by their ids'
        : `the jobs of this workflow are under \`${a.written}\`, where GitHub does not look for them; the key is \`jobs\``,
    (a) =>
      a.written === undefined
        ? 'Write `jobs:` and below it each job: `build: {runs-on: ubuntu-latest, steps: […]}`.'
        : 'Write `jobs`; `apply --fix` does it for you.',
  ),
  DW249: error(
    (a: { of: string; is: 'text' | 'list' | 'idle' | 'merge' }) =>
      a.is === 'merge'
        ? `this ${a.of} has nothing to do of its own, and a merge key (\`<<\`) brings in nothing here`
        : a.is !== 'idle'
          ? `this ${a.of} is a ${a.is}, but must be a mapping${a.of === 'step' ? ' with `run` or `uses`' : ''}`
          : `this ${a.of} has nothing to do: it neither runs a command nor uses anything`,
    (a) =>
      a.is === 'merge'
        ? `Write out what \`<<\` is to bring in, or let the whole ${a.of} be an alias.`
        : `Write out what the ${a.of} does, or take it out. Where the text was cut off, ask for the answer again.`,
  ),
  DW265: note(
    (a: { node: string; dag: string; condition: string; names: readonly string[] }) =>
      `the condition of \`${a.node}\` of \`${a.dag}\` would let it run even if a hook before it fails, so it also asks for ${quoted(a.names)}: \`${a.condition}\``,
  ),
  DW266: error(
    (a: { node: string; dag: string; expected: string; found: string }) =>
      `\`${a.node}\` of \`${a.dag}\` does not say what its hooks ask of it: found …${a.found}…, expected …${a.expected}…`,
    () => 'Run `dagweave apply` again and keep the result.',
  ),
  DW267: error(
    (a: { key: string }) =>
      `\`${a.key}\` has a \`script\` like a job, but the engine takes this key for something else, so it is no job`,
    () => 'Give the job another name, and let what waits for it name that.',
  ),
  DW268: error(
    (a: { node: string }) => `the job \`${a.node}\` has nothing to do: it has neither a \`script\` nor a \`trigger\``,
    () => 'Write its commands as a `script`, or take it out. Where the text was cut off, ask for the answer again.',
  ),
  DW269: warning(
    (a: { nodes: readonly string[]; names: readonly string[] }) =>
      `${quoted(a.nodes)} ${a.nodes.length === 1 ? 'runs' : 'run'} even if ${quoted(a.names)} before ${a.nodes.length === 1 ? 'it' : 'them'} fails, because of \`when: always\`, and the engine knows no other condition on the end of a job`,
    () =>
      'If a gate is to keep such a job from running, take `when: always` out and put what has to run in any case into the `after_script` of the jobs that it is about; or put the gate among the commands of the job, with a rule at the point `pre_task`.',
    'rules',
  ),
  DW270: note(
    (a: {
      includes: boolean;
      /** Files of the project that were not read. */
      unnamed?: readonly string[] | undefined;
      by?: string | undefined;
      why?: string | undefined;
    }) => {
      const names = a.unnamed && a.unnamed.length > 0 ? `, among them ${quoted(a.unnamed)}` : '';
      if (a.includes)
        return `other files belong to this pipeline${names}; they are left alone, and so are the jobs in them`;
      return a.by === undefined
        ? 'by its path, this file is there to be included by another one, whose jobs and stages are not known'
        : `${a.by} includes this file, which is read by itself all the same, because ${a.why}`;
    },
    (a) =>
      a.includes
        ? 'Name those of them that are files of yours in the same command: then they are compiled with this one, as one pipeline.'
        : a.by === undefined
          ? 'Name the `.gitlab-ci.yml` that includes it in the same command: then both are compiled as one pipeline.'
          : 'Hooks within the jobs of both files come out right. One before or behind all jobs would be in each of the files: let its rule be for one of them.',
  ),
  DW271: error(
    (a: { node: string; found: string; nearest: string | undefined; known: readonly string[]; mayBePart: boolean }) =>
      a.mayBePart
        ? `the job \`${a.node}\` is in the stage \`${a.found}\`, which this file does not name; the engine refuses it, unless another file includes it and names that stage${meant(a.nearest)}`
        : `the job \`${a.node}\` is in the stage \`${a.found}\`, which is not among the stages; the engine refuses the file${meant(a.nearest)}`,
    (a) =>
      a.mayBePart
        ? `Where another file includes this one, let its path show that (\`.gitlab/ci/build.yml\`, \`build.gitlab-ci.yml\`), or repeat the \`stages\` of that file here: its own win for the pipeline. Else add \`stages\`, or write one of these: ${quoted(a.known)}.`
        : `Add it to \`stages\`, or write one of these: ${quoted(a.known)}.`,
  ),
  DW272: error(
    (a: { found: string }) => `a pipeline must be a mapping of jobs, and this is ${a.found}`,
    () => 'Write each job as a key of the first level, with its `script` below it.',
  ),
  DW273: note(
    (a: { node: string; why: string }) =>
      `the hooks of \`${a.node}\` go around it and not between its commands, because ${a.why}`,
  ),
  DW274: error(
    (a: { node: string }) =>
      `\`run\` of \`${a.node}\` holds commands, but the engine takes steps there, each with a \`name\`; commands are under \`script\``,
    () => 'Write `script`; `apply --fix` does it for you where that key is not there yet.',
  ),
  DW278: warning(
    (a: { key: string; isThere: boolean }) =>
      `nothing starts this workflow: \`${a.key}\` ${a.isThere ? 'names no event' : 'is missing'}, and the engine refuses the file`,
    (a) => `Write under \`${a.key}\` which events start it.`,
  ),
  DW283: error(
    (a: { nodes: readonly string[]; names: readonly string[] }) =>
      `${quoted(a.nodes)} would run even if ${quoted(a.names)} before ${a.nodes.length === 1 ? 'it' : 'them'} failed, because of \`when: always\`; no gate that a policy demands can be bypassed so`,
    () =>
      'Take `when: always` out, and put what has to run in any case into the `after_script` of the jobs that it is about.',
  ),
  DW288: error(
    (a: { node: string; asked: string }) =>
      `the condition of \`${a.node}\` asks for a hook that is not there any more: \`${a.asked}\``,
    () => 'Take that out of the condition; `apply --fix` does it for you, and the hook comes back with its question.',
  ),
  DW290: warning(
    (a: { node: string }) =>
      `\`${a.node}\` gets a list of \`needs\` because of its hooks, so it takes no artifacts of jobs in included files any more: their names are not known`,
    (a) =>
      `Write the \`needs\` of \`${a.node}\` into this file, with the jobs of included files whose artifacts it takes.`,
    'rules',
  ),
  DW291: warning(
    (a: {
      rule: string;
      run: 'success' | 'failure' | 'always';
      beside: readonly string[];
      /** Nothing but hooks is beside it. */
      areHooks?: boolean | undefined;
      idle: readonly string[];
    }) => {
      const because = `${quoted(a.beside)} ${a.beside.length === 1 ? 'is' : 'are'} in the last stage as well`;
      if (a.run === 'failure')
        return `the hook of rule ${a.rule} does not run where nothing but ${quoted(a.beside)} fails, because ${because}`;
      if (a.run === 'success')
        return `the hook of rule ${a.rule} does not run where ${quoted(a.idle)} did not run, because ${because}, so it needs all jobs by name`;
      return `the hook of rule ${a.rule} may start before ${quoted(a.beside)} ${a.beside.length === 1 ? 'has' : 'have'} ended, because ${because}`;
    },
    (a) =>
      a.areHooks
        ? `Give the rule a lower \`order\`, so that its hook comes before ${quoted(a.beside)}.`
        : `Move ${quoted(a.beside)} into a stage before the last one, such as a new one at the end of \`stages\`.`,
    'rules',
  ),
  DW488: warning(
    (a: { rule: string; run: string }) =>
      `the hook of rule ${a.rule} does not run where a job fails (\`run: ${a.run}\`), because the engine then cancels the whole pipeline (\`on_job_failure: all\`), and starts none of its jobs any more`,
    () =>
      'Write `on_job_failure: none`, or use `post_task` with the same `run` and `on_failure: continue`: that is a part of the job which fails.',
  ),
  DW489: warning(
    (a: { rule: string; node: string }) =>
      `the hook of rule ${a.rule} does not wait for the pipeline that \`${a.node}\` starts, because \`${a.node}\` has succeeded as soon as that pipeline is there`,
    (a) => `Write \`strategy: depend\` below the \`trigger\` of \`${a.node}\`.`,
  ),
  DW292: warning(
    (a: { node: string; from: string; keys: readonly string[] }) =>
      `the hooks around \`${a.node}\` go by what this file says of it, but ${quoted(a.keys)} may come from ${a.from === a.node ? 'the job of that name' : `\`${a.from}\``} in a file that was not read: if they do, the job may run without its hooks, or the engine may refuse the pipeline`,
    (a) => `Write ${quoted(a.keys)} of \`${a.node}\` into this file.`,
    'rules',
  ),
  DW293: warning(gateLeftOut, gateLeftOutHelp, 'rules'),
  DW294: error(
    (a: GateLeftOut) => `${gateLeftOut(a)}; no gate that a policy demands can be bypassed so`,
    gateLeftOutHelp,
  ),
  DW295: warning(
    (a: { rule: string; dag: string; names: readonly string[] }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` does not wait for ${quoted(a.names)}, which may still be running in the background`,
    () => 'Put a step with `wait-all: true` behind it, or `wait` with its `id`.',
    'rules',
  ),
  DW296: warning(
    (a: { node: string; dag: string; names: readonly string[] }) =>
      `\`${a.node}\` of \`${a.dag}\` is skipped where ${a.names.length > 1 ? 'one of ' : ''}${quoted(a.names)} fails, and a skipped job passes where it is a required check`,
    (a) => `If \`${a.node}\` is a required check, require the checks of ${quoted(a.names)} as well.`,
    'rules',
  ),
  DW222: warning(
    (a: { hook: string; dag: string }) =>
      `\`${a.hook}\` waits for the jobs of \`${a.dag}\` alone; another file of the pipeline may have a hook of that name, and the engine merges the two: what one of them waits for is lost`,
    (a) =>
      `Name all files of the pipeline in one command. Where that is not possible, let the rule of \`${a.hook}\` be for one file alone, such as the one that includes the others.`,
    'rules',
  ),
  DW224: warning(
    (a: { hook: string; by: string }) =>
      `${a.by} includes this file, and both have a job \`${a.hook}\`, because each got its hooks by itself; the engine merges the two`,
    () =>
      'Take the hooks out of all files of the pipeline with `strip`, and put them in with one command that names all: then they are one pipeline.',
  ),
  DW223: error(
    (a: { hook: string }) => `\`${a.hook}\` is needed here and by its name is a hook, but no file that was read has it`,
    () =>
      'Name all files of the pipeline in one command, as they were when hooks were put in. If the hook was taken out by hand, or the files are no longer one pipeline, remove its name here.',
  ),
  DW221: warning(
    (a: { key: string }) =>
      `the key "${a.key}" occurs twice in one mapping; the engine takes the last one, and what the others say is lost`,
    () => 'keep one of them',
  ),
  DW298: warning(
    (a: { names: readonly string[]; sign: string; setting: string }) =>
      `${quoted(a.names)} may not run as written, because hooks need a POSIX shell, and \`${a.sign}\` shows that PowerShell runs the jobs of this file`,
    (a) => `Name in \`${a.setting}\` the tags of a runner with a POSIX shell.`,
    'rules',
  ),
});

export interface GateLeftOut {
  readonly hook: string;
  readonly node: string;
  readonly names: readonly string[];
  /** Without them the job is in no pipeline of a merge request. */
  readonly hasRules: boolean;
}

function gateLeftOut({ hook, node, names, hasRules }: GateLeftOut): string {
  const run = `${quoted(names)} ${names.length === 1 ? 'runs' : 'run'} without \`${hook}\` in pipelines`;
  return hasRules
    ? `${run} in which \`${node}\` is not, because the hook has the rules of \`${node}\`, and no job before it is in all pipelines`
    : `${run} of merge requests, because the hook is where \`${node}\` is, and jobs without \`rules\` are in none of these`;
}

function gateLeftOutHelp({ node, names, hasRules }: GateLeftOut): string {
  const way = hasRules
    ? `Give ${quoted(names)} the rules of \`${node}\`, or have a first job without rules`
    : `Give \`${node}\` rules that hold for merge requests as well`;
  return `${way}; a gate at \`pre_root\` is in every pipeline.`;
}
