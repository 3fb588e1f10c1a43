import { existsSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UserCodeReply, UserCodeRequest } from './run-user-code.js';

/** The process that a step of type `module` starts: loads the module, runs what it exports, answers on file descriptor 3. */
async function main(): Promise<void> {
  const request = JSON.parse(readFileSync(0, 'utf8')) as UserCodeRequest;
  const unset = new Set<string>();
  const reply = await callExport({ ...request, context: watched(request.context, unset) });
  answer({ ...reply, unset: [...unset] });
  process.exit();
}

/** The context, which tells what is read from it without a value. A plain object all the same, so that code may copy and send it. */
function watched(context: object, unset: Set<string>): object {
  const copy = { ...context };
  for (const [name, value] of Object.entries(context)) {
    if (value !== null) continue;
    const get = () => {
      unset.add(name);
      return null;
    };
    const set = (given: unknown) => {
      Object.defineProperty(copy, name, { value: given, writable: true, enumerable: true, configurable: true });
    };
    Object.defineProperty(copy, name, { get, set, enumerable: true, configurable: true });
  }
  return copy;
}

async function callExport(request: UserCodeRequest): Promise<UserCodeReply> {
  let exported: unknown;
  try {
    const loaded = (await import(locate(request))) as Record<string, unknown>;
    exported = Object.hasOwn(loaded, request.export) ? loaded[request.export] : undefined;
  } catch (error) {
    return { kind: 'unable', error: `cannot load ${request.name}: ${messageOf(error)}` };
  }
  const execute = executable(exported);
  if (!execute) {
    return { kind: 'unable', error: `${request.name} exports no class or function as \`${request.export}\`` };
  }
  try {
    return { kind: 'returned', value: await execute(request.config, request.context) };
  } catch (error) {
    console.error(error);
    return { kind: 'raised', error: messageOf(error) };
  }
}

/** A file below one of the folders, or a package that can be found from there. */
function locate({ name, folders }: UserCodeRequest): string {
  const file = folders.map((folder) => resolve(folder, name)).find((path) => existsSync(path));
  if (file !== undefined) return pathToFileURL(file).href;
  if (name.startsWith('.') || name.startsWith('/')) throw new Error(`there is no such file in ${folders.join(' or ')}`);
  return pathToFileURL(createRequire(join(folders[0]!, 'module.js')).resolve(name)).href;
}

type Execute = (config: object, context: UserCodeRequest['context']) => unknown;

function executable(exported: unknown): Execute | undefined {
  if (typeof exported !== 'function') return undefined;
  if (typeof exported.prototype?.execute !== 'function') return exported as Execute;
  const StepClass = exported as new (config: object) => { execute(context: UserCodeRequest['context']): unknown };
  return (config, context) => new StepClass(config).execute(context);
}

function answer(reply: UserCodeReply): void {
  const text = serialise(reply);
  for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(3, rest));
}

function serialise(reply: UserCodeReply): string {
  try {
    return JSON.stringify(reply);
  } catch (error) {
    return JSON.stringify({
      kind: 'raised',
      error: `its result is no JSON: ${messageOf(error)}`,
    } satisfies UserCodeReply);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTypeScript =
    (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[mc]?ts\b/.test(error.message);
  return isTypeScript ? `${error.message}; compile it to JavaScript first` : `${error.name}: ${error.message}`;
}

await main();
