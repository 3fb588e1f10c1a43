import { expect } from 'vitest';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import type { Engine } from './engines.js';
import { spelledAll } from './spelling.js';

/** The files, as the engine spells them, with hooks put in that call this very dagweave; compiled twice, since a second run must change nothing. */
export function withHooks(
  written: Readonly<Record<string, string>>,
  hooks: object,
  engine: Engine,
): Record<string, string> {
  const files = spelledAll(written, engine);
  const runtime = commandLine;
  const json = JSON.stringify({ hooks: { enabled: true, runtime, ...hooks } });
  // JSON allows it as it is, YAML does not.
  const configuration = json.replaceAll('\u007f', '\\u007f');
  const compiled = (texts: Readonly<Record<string, string>>) => {
    const result = compile({
      workflow: Object.entries(texts).map(([path, text]) => ({ path, text })),
      configuration: [{ layer: 'project', path: 'hooks.json', text: configuration }],
      prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
      options: { targetVersion: engine.version },
    });
    expect(result.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
    return Object.fromEntries(result.outputs.map((one) => [one.path, one.text]));
  };
  const once = compiled(files);
  expect(compiled(once)).toEqual(once);
  return Object.fromEntries(Object.keys(files).map((name) => [name, once[name]!]));
}
