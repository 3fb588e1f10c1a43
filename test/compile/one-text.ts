import type { CompileInput } from '../../src/compile.js';

/** One workflow, the `hooks` section of one file, and no prompts that could be read. */
export function inputOf(text: string, hooks: object, options?: CompileInput['options']): CompileInput {
  return {
    workflow: [{ path: 'it.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    ...(options && { options }),
  };
}
