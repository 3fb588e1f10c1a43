import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';

/**
 * Runs a file that the build bundled, and what it requires of the files beside it, with the code that V8 made of them in an
 * earlier run: making it again takes longer than a small compile. A run that may write there keeps it at its end, for this program
 * alone, because V8 keeps the functions that a run called, and another program or verb calls others. The first runs each add
 * theirs: one alone may have been odd, as one that ended with an error.
 * @param file a path; the file is CommonJS, below a line with `// ` and a digest
 * @param program whose code it is, in the names of the files
 */
export function runBundle(file: string, program = basename(file, '.cjs')): unknown {
  const { bytes, uid } = readWhole(file, before, after);
  const source = bytes.toString('latin1');
  const code = codeFile(file, source, program);
  const kept = readNewest(code, uid);
  const script = new Script(source, { filename: file, ...(kept && { cachedData: kept.data }) });
  // V8 refuses code that was made under other flags, such as those that NODE_OPTIONS set.
  const runs = kept && !script.cachedDataRejected ? kept.runs : 0;
  if (runs < mostRuns) keepAtEnd(script, uid, `${code}-${runs + 1}`, kept && `${code}-${kept.runs}`);
  const module = { exports: {} as unknown };
  loaded.set(file, module);
  const require = (name: string): unknown => {
    // Without the loader of packages, which many runs do without.
    if (name.startsWith('node:')) return process.getBuiltinModule(name);
    if (!name.startsWith('.')) return process.getBuiltinModule('node:module').createRequire(file)(name);
    const beside = resolve(dirname(file), name);
    return (loaded.get(beside) ?? { exports: runBundle(beside, program) }).exports;
  };
  script.runInThisContext()(module.exports, require, module, file, dirname(file), importPackage);
  return module.exports;
}

/** V8 does not know where code that it kept was loaded from, so such code cannot import by itself. */
const importPackage = (name: string): Promise<unknown> => import(name);

const loaded = new Map<string, { readonly exports: unknown }>();

/** What CommonJS has as parameters of a file, and how to load a package. */
const before = '(function (exports, require, module, __filename, __dirname, importPackage) {';
const after = '\n})';

/** Another version of Node cannot use the code; a file that was built anew has another digest. */
function codeFile(file: string, source: string, program: string): string {
  const digest = source.slice(before.length + '// '.length).slice(0, digestLength);
  return join(dirname(file), '.cache', `${program}-${basename(file)}-${digest}-${process.version}-${process.arch}`);
}

const digestLength = 16;

/** What the most runs added to. */
function readNewest(code: string, owner: number): { readonly runs: number; readonly data: Buffer } | undefined {
  for (let runs = mostRuns; runs > 0; runs -= 1) {
    const data = readKept(`${code}-${runs}`, owner);
    if (data) return { runs, data };
  }
  return undefined;
}

/** More than that make a start slower by functions that others do not call. */
const mostRuns = 3;

/**
 * Code is run without another look at its source, so it is taken from no one but the owner of the file itself.
 * @internal
 */
export function readKept(code: string, owner: number): Buffer | undefined {
  try {
    const { bytes, uid, mode } = readWhole(code);
    return uid === owner && (mode & othersWrite) === 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

const othersWrite = 0o022;

/**
 * A file, between two texts, and whose it is: of the very bytes that were read, whatever takes their place meanwhile.
 * @throws where it cannot be read
 */
function readWhole(path: string, before = '', after = ''): Owned {
  const descriptor = openSync(path, atOnce);
  try {
    const { size, uid, mode } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafeSlow(before.length + size + after.length);
    bytes.write(before, 'latin1');
    let end = before.length;
    for (let more = 1; more > 0; end += more) more = readSync(descriptor, bytes, end, before.length + size - end, null);
    bytes.write(after, end, 'latin1');
    return { bytes: bytes.subarray(0, end + after.length), uid, mode };
  } finally {
    closeSync(descriptor);
  }
}

/** Where it is a pipe, nobody may write to it: to open it as a file would be to wait for that. Windows has no such pipes. */
const atOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

interface Owned {
  readonly bytes: Buffer;
  readonly uid: number;
  readonly mode: number;
}

/**
 * Without a word where it cannot be written: the next run is as slow as this one, and nothing else.
 * @param old what the new code takes the place of
 */
function keepAtEnd(script: Script, owner: number, code: string, old: string | undefined): void {
  // Where there are no owners nobody can tell whose the code is.
  if (process.geteuid?.() !== owner) return;
  // Most runs have the code already, and do without this module.
  const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
  const flags = cachedDataVersionTag();
  atEnd(() => {
    // This run may have changed flags.
    if (cachedDataVersionTag() !== flags) return;
    // By chance, because processes of two containers may have one id.
    const draft = `${code}.${process.pid}-${process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex')}`;
    try {
      // Where files may not be that large, the signal would end a run that has done its work.
      if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
      mkdirSync(dirname(code), { recursive: true, mode: 0o755 });
      writeFileSync(draft, script.createCachedData(), { mode: 0o644, flag: 'wx' });
      renameSync(draft, code);
      if (old !== undefined && old !== code) unlinkSync(old);
    } catch {
      try {
        unlinkSync(draft);
      } catch {}
    }
  });
}

/** With one listener for all: Node takes many listeners for a leak, and warns. */
function atEnd(keep: () => void): void {
  if (ends.length === 0)
    process.once('exit', () => {
      for (const end of ends) end();
    });
  ends.push(keep);
}

const ends: (() => void)[] = [];
