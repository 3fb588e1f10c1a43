import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileInput } from '../../../src/compile.js';
import type { SourceFile } from '../../../src/model/source.js';

const shared = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url)),
  'corpus',
);

/** Real files of an engine, where they are beside the checkout. */
export function corpusFiles(engine: string): readonly SourceFile[] {
  const folder = join(shared, engine);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Why tests over real files do nothing here; `undefined` where they run. */
export const missing = existsSync(shared) ? undefined : `no corpus at ${shared}: DAGWEAVE_SHARED names its folder`;

export function inputFor(file: SourceFile, injections: object, more: object = {}): CompileInput {
  const hooks = { hooks: { enabled: true, injections, ...more } };
  return {
    workflow: [file],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}

/** Something at every point, as the rules of a careful team have it. */
export const everyPoint = {
  pre_root: [{ id: 'begin', type: 'shell', command: 'echo begin' }],
  post_roots: [{ id: 'ready', type: 'shell', command: 'echo ready {{spec_id}}', on_failure: 'continue' }],
  pre_task: [{ id: 'scan', type: 'shell', command: 'scan {{task_id}}', timeout: 120 }],
  post_task: [
    { id: 'gate', type: 'quality_check', command: 'check {{task_id}}', score_path: '$.score', min_score: 80 },
    { id: 'note', type: 'shell', command: "echo '{{task_id}} is done'", await: false, order: 1 },
  ],
  final: [
    { id: 'green', type: 'shell', command: 'echo green' },
    { id: 'over', type: 'shell', command: 'echo over', run: 'always', order: 1 },
  ],
};
