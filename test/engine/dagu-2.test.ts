import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { run as compileWith } from '../corpus/judge.js';
import { corpusConfig } from '../corpus/rules.js';
import type { OraclePoint } from '../oracle/rules.js';
import { type ProbeRule, probeRules } from './augment.js';
import { runDagu, validateDagu } from './dagu.js';
import { dagu2 } from './engines.js';
import { calls, expectBefore } from './timeline.js';

const augmented = (input: string, points: Readonly<Partial<Record<OraclePoint, readonly ProbeRule[]>>>) => {
  const result = compileWith(input, probeRules(points), '2.15');
  expect(result.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  return result.outputs[0]!.text;
};

describe.skipIf(dagu2.missing).concurrent(dagu2.title, () => {
  const diamond = `type: graph
steps:
  - id: top
    run: probe top
  - id: left
    run: probe left
    depends: [top]
  - id: right
    run: probe right
    depends: [top]
  - id: bottom
    run: probe bottom
    depends: [left, right]
`;

  test.skipIf(corpusMissing)('accepts every augmented file that it accepts as written', async () => {
    const home = mkdtempSync(join(tmpdir(), 'dagweave-dagu2-'));
    const file = join(home, 'it.yaml');
    const validate = (text: string) => {
      writeFileSync(file, text);
      return validateDagu(file, home, dagu2);
    };
    const wrong: string[] = [];
    for (const one of corpusFiles(folders.find((folder) => folder.name === 'v2')!)) {
      const result = compileWith(one.text, corpusConfig, '2.15');
      if (!result.ok || (await validate(one.text)) !== '') continue;
      const found = await validate(result.outputs[0]!.text);
      if (found !== '') wrong.push(`${one.name}: ${found}`);
    }
    rmSync(home, { recursive: true });
    expect(wrong).toEqual([]);
  });

  test('runs a gate, a hook that may fail, one that nobody waits for, and one that is tried again', async () => {
    const text = augmented(diamond, {
      pre_root: [{ step: 'start' }],
      post_task: [
        { step: 'gate', tasks: ['left'] },
        { step: 'soft', tasks: ['left'], on_failure: 'continue', does: 'exit=3' },
        { step: 'aside', tasks: ['top'], await: false, does: 'exit=1' },
        { step: 'again', tasks: ['right'], on_failure: 'retry', retries: 2, retry_delay: 0, does: 'fails=1' },
      ],
      final: [{ step: 'sweep', run: 'always' }],
    });
    const run = await runDagu({ 'it.yaml': text }, { engine: dagu2 });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expectBefore(calls(run, 'mark-start'), calls(run, 'top'));
    expectBefore(calls(run, 'mark-gate'), calls(run, 'mark-soft'));
    expectBefore([...calls(run, 'mark-soft'), ...calls(run, 'mark-again')], calls(run, 'bottom'));
    expect(calls(run, 'mark-aside')).toHaveLength(1);
    expect(calls(run, 'mark-sweep')).toHaveLength(1);
  });

  test('stops behind a gate that fails', async () => {
    const text = augmented(diamond, {
      post_task: [{ step: 'gate', tasks: ['left'], does: 'exit=1' }],
      final: [{ step: 'sweep', run: 'always' }],
    });
    const run = await runDagu({ 'it.yaml': text }, { engine: dagu2 });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(calls(run, 'bottom')).toEqual([]);
    expect(calls(run, 'mark-sweep')).toHaveLength(1);
  });

  test('gates keep what they are under defaults of the document', async () => {
    const defaults = 'defaults:\n  continue_on: failed\n  retry_policy: {limit: 2, interval_sec: 0}\n';
    const text = augmented(defaults + diamond, { post_task: [{ step: 'gate', tasks: ['left'], does: 'exit=1' }] });
    const run = await runDagu({ 'it.yaml': text }, { engine: dagu2 });
    expect(calls(run, 'mark-gate')).toHaveLength(1);
    expect(calls(run, 'bottom')).toEqual([]);
  });
});
