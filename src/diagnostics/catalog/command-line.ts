import { error, note, warning } from '../row.js';

/** DW8xx: the command line, files and folders. */
export const commandLineRows = {
  DW801: note(
    (a: { configured: boolean }) =>
      `${a.configured ? 'hooks are not enabled (hooks.enabled: true does it)' : 'no configuration is here (.dagweave/config.yaml, here or above, or --config FILE)'}, so the output is the input, byte for byte`,
  ),
  DW802: error(
    (a: { path: string; reason: string }) => `cannot read "${a.path}": ${a.reason}`,
    () => 'check the path; paths are relative to the folder the command runs in',
  ),
  DW803: error(
    (a: { path: string; offset: number }) => `"${a.path}" is not UTF-8 text: byte ${a.offset} fits no character`,
    () => 'convert the file to UTF-8, for example with iconv',
  ),
  DW804: error(
    (a: { path: string; bytes: number; limit: number }) =>
      `"${a.path}" has ${a.bytes} bytes; more than ${a.limit} are not read as one workflow`,
    () => 'split the bundle into several files and pass their folder',
  ),
  DW805: error(
    (a: { path: string }) => `no workflow file below "${a.path}"`,
    () =>
      'workflow files end in .yaml, .yml or .json; folders whose name starts with a dot and node_modules are passed over',
  ),
  DW806: error(
    (a: { option: string; value: string }) => `${a.option} takes name=value, not "${a.value}"`,
    (a) => `write ${a.option} name=value, in quotes where the value holds blanks`,
  ),
  DW807: error(
    (a: { folder: boolean }) => `the result of ${a.folder ? 'a folder' : 'several files'} cannot go to standard output`,
    () => 'pass -o FOLDER, --in-place or --check',
  ),
  DW808: error(
    () => 'standard input cannot be written back in place',
    () => 'name the file, or leave --in-place out: the result then goes to standard output',
  ),
  DW809: error(
    (a: { first: string; second: string }) => `${a.first} and ${a.second} exclude each other`,
    (a) => `leave one of them out: ${a.first} or ${a.second}`,
  ),
  DW810: error(
    (a: { first: string; second: string; target: string }) =>
      `"${a.first}" and "${a.second}" would both be written to "${a.target}"`,
    () => 'pass the folder that holds both, so that the paths below it are kept, or run them one by one',
  ),
  DW811: error(
    (a: { count: number; target: string }) => `${a.count} results cannot go to the one file "${a.target}"`,
    () => 'pass a folder to -o: one that exists, or a path that ends in a slash',
  ),
  DW812: error(
    (a: { target: string; reason: string }) => `cannot write "${a.target}": ${a.reason}`,
    () => 'nothing was written: every file is as it was',
  ),
  DW813: error(
    (a: { target: string; exists: boolean }) =>
      a.exists ? `"${a.target}" is not what apply would write` : `"${a.target}" is not there, but apply would write it`,
    () => 'run the same command without --check and with --in-place or -o, and keep the result',
  ),
  DW814: note(
    (a: { place: string; code: string; changes: readonly { readonly before: string; readonly after: string }[] }) =>
      `fixed ${a.code} at ${a.place}: ${a.changes.map(describeChange).join(', ')}`,
  ),
  DW816: note(
    (a: { paths: readonly string[] }) => `passed over what is no workflow: ${firstOf(a.paths)}`,
    () => 'name a file itself, or pass --format, to have it read all the same',
  ),
  DW817: error(
    (a: { paths: readonly string[] }) => `no file here is a workflow: ${firstOf(a.paths)}`,
    () => 'check the folder; pass --format to have its files read all the same',
  ),
  DW818: error(
    () => 'there is no configuration to check',
    () => 'write .dagweave/config.yaml, here or in a folder above, or name a file with --config',
  ),
  DW832: error(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `there is no schema called "${a.name}"`,
    (a) => (a.nearest === undefined ? `there are: ${a.known.join(', ')}` : `did you mean "${a.nearest}"?`),
  ),
  DW833: error(
    (a: { paths: readonly string[] }) => `there is something already: ${firstOf(a.paths)}`,
    () => 'nothing was written; take it away, or name another folder: dagweave init FOLDER',
  ),
  DW831: error(
    (a: { paths: readonly string[] }) => `no tests of rules in ${firstOf(a.paths)}`,
    () => 'a file of tests is YAML with a list `cases` at its top; see docs/rule-tests.md',
  ),
  DW862: error(
    (a: { target: string; folder: string; outside: string }) =>
      `"${a.target}" would be written through a link out of the output folder "${a.folder}", to "${a.outside}"`,
    () => 'nothing was written; remove the link, or pass the folder to which it leads with -o',
  ),
  DW863: note(
    (a: { path: string }) => `the output folder "${a.path}" is among the inputs; its files are not read`,
    () => 'pass an output folder outside the input folder, or --in-place, to be rid of this note',
  ),
  DW864: warning(
    (a: { folder: string; name: string }) =>
      `a name in the folder "${a.folder}" is not UTF-8, so it is not read: "${a.name}"`,
    () => 'rename the file or folder; engines cannot name it either',
  ),
  DW865: error(
    (a: { path: string; manifest: boolean }) =>
      a.manifest
        ? `"${a.path}" is an answer around a workflow, and a manifest tells of a workflow that is a file of its own`
        : `"${a.path}" is an answer around a workflow that is not in one piece, so it cannot be written back into it`,
    () => 'write the workflow to a file of its own with -o FILE; nothing was written',
  ),
  DW830: error(
    () => 'explain takes a step, or `--task`, alone or with `--rule`, or `--vars`',
    () =>
      'write `dagweave explain STEP WORKFLOW`, `dagweave explain --task TASK [--rule RULE] WORKFLOW` or `dagweave explain --vars WORKFLOW`',
  ),
};

function firstOf(paths: readonly string[]): string {
  const more = paths.length - mostNamed;
  return `${paths.slice(0, mostNamed).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

const mostNamed = 5;

function describeChange({ before, after }: { readonly before: string; readonly after: string }): string {
  if (before === '') return `added "${after}"`;
  return after === '' ? `took out "${before}"` : `"${before}" became "${after}"`;
}
