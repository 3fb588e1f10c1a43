import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { isBelow } from '../runtime/is-below.js';
import { emptyPath } from '../runtime/reason.js';
import { ifThere } from './if-there.js';
import type { ApplyOptions } from './options.js';
import { type InputFile, workflowExtensions } from './read-inputs.js';

/** Path by input path; `undefined` means standard output. */
export type Targets = ReadonlyMap<string, string | undefined>;

/**
 * Decides where the result of each input goes. Wrong usage is reported; then there are no targets.
 * @param options a verb without `--check` gives `undefined` for it
 */
export function chooseTargets(
  files: readonly InputFile[],
  options: Pick<ApplyOptions, 'output' | 'inPlace'> & { readonly check?: boolean | undefined },
  report: Report,
): Targets | undefined {
  if (options.output !== undefined && options.inPlace) {
    report('DW809', { first: '--output', second: '--in-place' });
    return undefined;
  }
  // `-` is standard output, as it is standard input among the inputs.
  if (options.output !== undefined && options.output !== '-') return targetsAt(options.output, files, report);
  if (options.inPlace && files.some((file) => file.kind === 'stdin')) {
    report('DW808', {});
    return undefined;
  }
  if (options.inPlace && leadsOut(files, report)) return undefined;
  if (options.inPlace || options.check) return new Map(files.map((file) => [file.path, targetInPlace(file)]));
  const folder = files.some((file) => file.kind === 'in-folder');
  if (folder || files.length > 1) {
    report('DW807', { folder, canCheck: options.check !== undefined });
    return undefined;
  }
  return new Map(files.map((file) => [file.path, undefined]));
}

function targetInPlace(file: InputFile): string | undefined {
  return file.kind === 'stdin' ? undefined : file.path;
}

/** Who names a folder means what is in it, not what a link there points to elsewhere. */
function leadsOut(files: readonly InputFile[], report: Report): boolean {
  for (const { kind, path, below } of files) {
    const folder = path.slice(0, path.length - below.length) || '.';
    const outside = kind === 'in-folder' ? placeOutside(folder, path) : undefined;
    if (outside === undefined) continue;
    report('DW862', { target: path, folder, outside, isOutput: false });
    return true;
  }
  return false;
}

function targetsAt(output: string, files: readonly InputFile[], report: Report): Targets | undefined {
  if (output === '') {
    report('DW812', { target: output, reason: emptyPath });
    return undefined;
  }
  const hasFolder = files.some((file) => file.kind === 'in-folder');
  if (isFolder(output, hasFolder)) return below(output, files, report);
  if (files.length === 1 && !hasFolder) return new Map([[files[0]!.path, output]]);
  const results = hasFolder ? 'the results of a folder' : `${files.length} results`;
  report('DW811', { results, target: output });
  return undefined;
}

/** @param isExpected a path where nothing is yet, and that is not called like a workflow, is a folder that will be made */
function isFolder(output: string, isExpected: boolean): boolean {
  if (output.endsWith('/') || output.endsWith(sep)) return true;
  const there = ifThere(() => statSync(output));
  return there ? there.isDirectory() : isExpected && !workflowExtensions.has(extname(output));
}

function below(output: string, files: readonly InputFile[], report: Report): Targets | undefined {
  const owners = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const file of files) {
    const target = join(output, file.below);
    const owner = owners.get(resolve(target));
    if (owner !== undefined) {
      report('DW810', { first: owner, second: file.path, target });
      return undefined;
    }
    const outside = placeOutside(output, target);
    if (outside !== undefined) {
      report('DW862', { target, folder: output, outside, isOutput: true });
      return undefined;
    }
    owners.set(resolve(target), file.path);
    targets.set(file.path, target);
  }
  return targets;
}

/** Where a link within the folder leads out of it, the place where it would be written; what is not there yet leads nowhere. */
function placeOutside(folder: string, target: string): string | undefined {
  const base = ifThere(() => realpathSync.native(folder));
  if (base === undefined) return undefined;
  for (let at = target; at !== dirname(at); at = dirname(at)) {
    const real = ifThere(() => realpathSync.native(at));
    if (real !== undefined) return real === base || isBelow(base, real) ? undefined : real;
  }
  return undefined;
}

/** Also where one is a link to the other. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other));
}
