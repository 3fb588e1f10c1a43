import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What goes in front of a shell text, and the environment that is left. */
export interface HandedOver {
  readonly prelude: string;
  readonly env: ReadonlyMap<string, string>;
  /** Takes the files away again. */
  forget(): Promise<void>;
}

/** Values that no environment holds go by files that only this user can read, and become variables of the shell. */
export async function handOverLargeValues(env: ReadonlyMap<string, string>, most: number): Promise<HandedOver> {
  const large = [...env].filter(([, value]) => Buffer.byteLength(value) > most);
  if (large.length === 0) return { prelude: '', env, forget: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'dagweave-hook-'));
  const left = new Map(env);
  let prelude = '';
  for (const [name, value] of large) {
    const path = join(folder, name);
    await writeFile(path, value, { mode: 0o600 });
    left.delete(name);
    // The dot keeps line breaks at the end, which the shell would drop.
    prelude += `${name}=$(cat '${path.replaceAll("'", `'\\''`)}'; printf .); ${name}=\${${name}%.}\n`;
  }
  return { prelude, env: left, forget: () => rm(folder, { recursive: true, force: true }) };
}
