import { error, note, warning } from '../row.js';

/** DW2xx: the workflow as it was before us. */
export const workflowRows = {
  DW201: error(
    (a: { found: string }) => `a DAG is a mapping with \`steps\`, but this document is a ${a.found}`,
    () => 'Write `steps:` and the steps below it, or take this document out.',
  ),
  DW202: error(
    (a: { found: string }) => `a step is a mapping, a command, or a list of these, but here stands ${a.found}`,
    () => 'Write the step as `- name: …` with a `command`.',
  ),
  DW203: error(
    (a: { needs: string }) => `\`${a.needs}\` takes the names of steps, and this is none`,
    (a) => `Write one name, or a list of names: \`${a.needs}: [build, test]\`.`,
  ),
  DW204: error(
    (a: { one: string; other: string }) => `this workflow mixes ${a.one} and ${a.other}, and no engine reads both`,
    () => 'Write it for one version, or say which one reads it: `--target-version 1.30` or `--target-version 2.15`.',
  ),
  DW205: warning(
    (a: { what: string; engine: string }) => `${a.what} is not understood by ${a.engine}, which this is to run on`,
    () => 'Change the key, or the target version.',
  ),
  DW206: error(
    (a: { name: string; dag: string; needs: string }) => `two steps of \`${a.dag}\` are called \`${a.name}\``,
    (a) => `Give each step a name of its own: \`${a.needs}\` could mean either.`,
  ),
  DW207: error(
    (a: { need: string; node: string; nearest: string | undefined; needs: string }) =>
      `\`${a.node}\` waits for \`${a.need}\`, but no step is called so${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    (a) =>
      a.nearest === undefined
        ? `Name an existing step, or take the name out of \`${a.needs}\`.`
        : `Write \`${a.nearest}\`; \`apply --fix\` does it for you.`,
  ),
  DW208: error(
    (a: { dag: string; path: string; reading: string; needs: string }) =>
      `the steps of \`${a.dag}\` wait for each other in a circle: ${a.path} (${a.reading})`,
    (a) => `Take one of these names out of its \`${a.needs}\`: as it is, none of these steps can ever start.`,
  ),
  DW209: error(
    (a: { name: string; bytes: number; limit: number; needs: string }) =>
      `the step name \`${a.name}\` is ${a.bytes} bytes long, and the engine takes ${a.limit}`,
    (a) => `Shorten the name here and wherever \`${a.needs}\` uses it.`,
  ),
  DW210: warning(
    (a: { name: string; nearest: string | undefined }) =>
      `this calls the DAG \`${a.name}\`, which is not among what was read${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    () => 'Its steps get no hooks; hooks for it go around the call. Pass its file too, or the folder that holds both.',
  ),
  DW211: warning(
    (a: { name: string }) => `two DAGs of this file are called \`${a.name}\``,
    () => 'Give each document a name of its own: a call could mean either, and the engine refuses the file.',
  ),
  DW212: note(
    (a: { dag: string; dropped: string; kept: string }) =>
      `\`${a.dag}\` cannot run under ${a.dropped}, where its steps would wait for each other in a circle, so it is read as ${a.kept}`,
  ),
  DW213: warning(
    (a: { path: string }) => `these DAGs call each other without end: ${a.path}`,
    () => 'Hooks go into each of them once. See that a condition ends the recursion.',
  ),
  DW214: error(
    (a: { found: string }) => `\`env\` takes a mapping or a list of \`KEY=value\`, but here stands ${a.found}`,
    () => 'Write `env:` with `- KEY=value` lines below it, or as a mapping `KEY: value`.',
  ),
  DW215: error(
    (a: { engine: string }) =>
      `this document has no \`name\`, so nothing can call it, and ${a.engine} refuses the file`,
    () => 'Write `name: …` at the top of the document, or take the document out.',
  ),
  DW216: warning(
    () => 'this document has no `name`, so nothing can call it',
    () => 'Write `name: …` at the top of the document, or take the document out.',
  ),
  DW217: error(
    (a: { engine: string; why: string; others: string }) => `${a.engine} is not supported: ${a.why}`,
    (a) => `Run the workflow with ${a.others}.`,
  ),
  DW218: error(
    (a: { engine: string; version: string }) =>
      `"${a.version}" is no version of ${a.engine} that hooks can be written for`,
    () => 'Give a version such as `1.30`, `2.14` or `2`.',
  ),
  DW227: warning(
    (a: { dag: string; child: string; engine: string; folder: string }) =>
      `\`${a.dag}\` is a sub-DAG and calls \`${a.child}\`, which stands in another file; ${a.engine} finds it only in its folder of DAGs, not beside the file`,
    (a) =>
      `Put these files into \`${a.folder}\`, or make \`${a.child}\` a document of the same file: below \`---\`, with its \`name\`.`,
  ),
  DW219: warning(
    (a: { name: string; stem: string; why: string }) =>
      `the first document of this file has the name \`${a.name}\`, and ${a.why}`,
    (a) =>
      a.name === a.stem
        ? 'Take the line out: the DAG is called like its file then, which is the same; `apply --fix` does it for you.'
        : `Take the line out: the DAG is called \`${a.stem}\` then, like its file; to keep its name, call the file \`${a.name}.yaml\` as well.`,
  ),
  DW236: error(
    (a: { name: string; found: string }) =>
      `the step \`${a.name}\` is ${a.found}, but where \`steps\` is a mapping each step is a mapping as well; the engine refuses the file`,
    (a) =>
      `Write \`${a.name}: {command: …}\`, or make \`steps\` a list; \`apply --fix\` does it for a command of one line.`,
  ),
  DW237: error(
    (a: { id: string; dag: string; needs: string }) =>
      `two steps of \`${a.dag}\` have the id \`${a.id}\`; the engine refuses the file`,
    (a) => `Give each step an id of its own: \`${a.needs}\` could mean either.`,
  ),
  DW238: error(
    (a: { id: string; dag: string; needs: string }) =>
      `in \`${a.dag}\` the id \`${a.id}\` of one step is the name of another; the engine refuses the file`,
    (a) => `Change the id or the name: \`${a.needs}\` could mean either.`,
  ),
};
