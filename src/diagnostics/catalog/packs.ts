import { curedIn, error } from '../row.js';

/** DW38x, DW39x and some more: packs of rules and their parameters. */
export const packRows = curedIn('rules', () => ({
  DW387: error(
    (a: { parameter: string }) => `the parameter "${a.parameter}" is a list and cannot be part of a text`,
    (a) => `make \`"{{params.${a.parameter}}}"\` the whole value`,
  ),
  DW388: error(
    (a: { pack: string; looked: readonly string[]; nearest: string | undefined }) =>
      `the pack "${a.pack}" was not found`,
    (a) =>
      a.looked.length > 0
        ? `no such file: ${a.looked.join(', ')}`
        : (didYouMean(a.nearest) ??
          'write a path from the folder of this file, such as `./gates.yaml`, or the name of an installed package'),
  ),
  DW389: error(
    (a: { pack: string; path: string; reason: string }) =>
      `the pack "${a.pack}" cannot be read: ${a.path}: ${a.reason}`,
    () => 'a pack is a text file of at most 1 MiB, and a pack from a package lies in that package',
  ),
  DW390: error(
    (a: { files: readonly string[] }) => `packs extend each other in a circle: ${a.files.join(' → ')}`,
    () => 'remove one of these entries of `extends`',
  ),
  DW391: error(
    (a: { pack: string; parameter: string; used: boolean }) =>
      `the pack ${a.pack} needs a value for its parameter "${a.parameter}"`,
    (a) =>
      a.used
        ? `add it: \`{pack: "${a.pack}", with: {${a.parameter}: …}}\``
        : 'give the parameter a `default`, or extend the file and give a value there',
  ),
  DW392: error(
    (a: { pack: string; parameter: string; nearest: string | undefined; known: readonly string[] }) =>
      `the pack ${a.pack} has no parameter "${a.parameter}"`,
    (a) =>
      didYouMean(a.nearest) ??
      (a.known.length > 0 ? `its parameters: ${list(a.known)}` : 'the pack declares no parameters'),
  ),
  DW393: error(
    (a: { pack: string; parameter: string; expected: string; found: string }) =>
      `the parameter "${a.parameter}" of the pack ${a.pack}: expected ${a.expected}, found ${a.found}`,
    (a) => `make it ${a.expected}`,
  ),
  DW394: error(
    (a: { parameter: string; expected: string; found: string }) =>
      `the default of the parameter "${a.parameter}": expected ${a.expected}, found ${a.found}`,
    (a) => `make it ${a.expected}`,
  ),
  DW395: error(
    (a: { parameter: string; nearest: string | undefined; known: readonly string[] }) =>
      `\`{{params.${a.parameter}}}\` is no parameter of this pack`,
    (a) =>
      didYouMean(a.nearest) ??
      `declare it: \`hooks.parameters.${a.parameter}\`; text for the engine is written \`\\{{params.${a.parameter}}}\``,
  ),
  DW396: error(
    (a: { name: string }) => `two packs are called "${a.name}", or one pack is used with two sets of values`,
    () => 'give one of them another name: `{pack: …, as: NAME}`',
  ),
  DW397: error(
    (a: { key: string }) => `a pack cannot set \`${a.key}\``,
    () =>
      'set it in the configuration that extends the pack; in a pack, a parameter with a default takes the place of a variable',
  ),
  DW398: error(
    (a: { most: number }) => `the packs extend more than ${a.most} packs together`,
    () => 'remove packs that extend others over and over',
  ),
  DW399: error(
    (a: { pack: string; file: string }) => `the pack "${a.pack}" has no \`hooks\` section (${a.file})`,
    () => 'a pack is a file with a `hooks` section, with `step_definitions`, `injections` or `deny` in it',
  ),
  DW443: error(
    () => "`prompts_dir` of a pack is not a folder beside the pack's file",
    () => 'name a folder right beside the file, such as `prompts`',
  ),
  DW460: error(
    (a: { step: string; full: readonly string[] }) => `several packs have a step "${a.step}"`,
    (a) => `write the one that is meant: ${list(a.full)}`,
  ),
}));

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean "${name}"?`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 30).join(', ');
  return names.length > 30 ? `${shown}, and ${names.length - 30} more` : shown;
}
