import { expect } from 'vitest';
import { type CompileInput, compile } from '../src/compile.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../src/manifest/manifest.js';
import { strip } from '../src/strip.js';

/** Hooks in these texts come through a second run, and leave every byte as it was where they are taken out by marks or a manifest. */
export function expectThereAndBack(
  texts: readonly string[],
  rules: Readonly<Record<string, object>>,
  targetVersion: string | undefined,
): void {
  let passed = 0;
  for (const text of texts) {
    for (const [where, injections] of Object.entries(rules)) {
      for (const marks of [true, false]) {
        const config = { hooks: { enabled: true, marks, tasks_are: 'nodes', injections } };
        const first = compile(inputOf(text, config, targetVersion));
        // A chain that depends on the version takes no hooks at some places.
        if (!first.ok) continue;
        passed += 1;
        const once = first.outputs[0]!.text;
        const again = inputOf(once, config, targetVersion);
        expect(compile(again).outputs[0]!.text, `${where}: ${text}`).toBe(once);
        const { report, all } = createCollector();
        const { workflow, configuration } = inputOf(text, config, targetVersion);
        const [back] = stripByManifest(first.outputs, createManifest(first, workflow, configuration), report);
        expect([back!.text, all()]).toEqual([text, []]);
        const left = strip(again).outputs[0]!.text;
        if (marks) expect(left, `${where}: ${once}`).toBe(text);
        const kept = compile(inputOf(left, config, targetVersion)).outputs[0]!.text;
        expect(kept, `${where}: ${left}`).toBe(once);
      }
    }
  }
  expect(passed).toBeGreaterThan(0);
}

export function inputOf(text: string, config: unknown, targetVersion: string | undefined): CompileInput {
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  };
}
