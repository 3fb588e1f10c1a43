import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { strip } from '../src/strip.js';
import { inputOf } from './there-and-back.js';

const steps = ['"run": "make"', '"": []', '"run": ["make", "make test"]', "'run': make", '{"run":}'];

const injections = {
  pre_root: [{ type: 'shell', command: './first.sh' }],
  final: [{ type: 'shell', command: './last.sh' }],
};

// A pair without braces gets them once a hook goes before it, and these stay where hooks are taken out by their marks.
test.each(
  steps,
)('hooks around the step [%s], which is not quite JSON, are written in the same way in every run', (step) => {
  for (const text of [`{"steps": [${step}]}\n`, `{"steps":[{"name":"fetch","run":"git pull"},${step}]}`]) {
    const inputWith = (workflow: string) => inputOf(workflow, { hooks: { enabled: true, injections } }, '2.15');
    const once = compile(inputWith(text)).outputs[0]!.text;
    expect(once).toContain('depends');
    expect(compile(inputWith(once)).outputs[0]!.text).toBe(once);
    const left = strip(inputWith(once)).outputs[0]!.text;
    expect(compile(inputWith(left)).outputs[0]!.text).toBe(once);
  }
});
