import { type CompileResult, compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { type FuzzCase, inputOf } from './case.js';
import { undoes } from './edits.js';
import { attempt, checkDiagnostics, type Finding, finding, type Judgement, messages } from './judge.js';
import { lookAtAll } from './views.js';

/**
 * The laws that hold whatever was done to an output: a right result or a coded diagnostic, the same bytes from a second apply,
 * an output that `verify` takes, and nothing left for a second strip.
 */
export function judgeEdited(one: FuzzCase): Judgement {
  let result: CompileResult | undefined;
  const apply = () => {
    result = compile(inputOf(one));
    return checkDiagnostics(one, result.diagnostics);
  };
  const look = () => {
    lookAtAll(one, result!);
    return undefined;
  };
  const found =
    attempt('compile', apply) ??
    attempt('views', look) ??
    attempt('strip', () => checkStrip(one)) ??
    attempt('verify', () => checkVerify(one)) ??
    (result!.ok && result!.enabled ? checkOutput(one, result!) : undefined);
  if (found) return found;
  if (result!.ok) return { kind: 'augmented' };
  const error = result!.diagnostics.find(({ severity }) => severity === 'error');
  return error ? { kind: 'refused', code: error.code } : finding('refused without an error', '');
}

function checkStrip(one: FuzzCase): Finding | undefined {
  const once = strip(inputOf(one));
  if (!once.ok) return undefined;
  const twice = strip(inputOf({ ...one, workflow: once.outputs }));
  if (!twice.ok) return finding('strip, then strip: refused', messages(twice.diagnostics));
  const other = twice.outputs.find(({ text }, index) => text !== once.outputs[index]!.text);
  return other && finding('strip, then strip: other bytes', other.text);
}

function checkVerify(one: FuzzCase): Finding | undefined {
  return checkDiagnostics(one, verify(inputOf(one)).diagnostics);
}

function checkOutput(one: FuzzCase, { inputs, outputs, edits }: CompileResult): Finding | undefined {
  const lost = inputs.find(({ path, text }, index) => {
    return !undoes(
      text,
      outputs[index]!.text,
      edits.filter(({ file }) => file === path),
    );
  });
  if (lost) return finding('taking the edits out gives other bytes', lost.path);
  const after = inputOf({ ...one, workflow: outputs });
  return (
    attempt('second apply', () => {
      const again = compile(after);
      if (!again.ok) return finding('second apply: refused', messages(again.diagnostics));
      const other = again.outputs.find(({ text }, index) => text !== outputs[index]!.text);
      return other && finding('second apply: other bytes', other.text);
    }) ??
    attempt('verify of the output', () => {
      const verified = verify(after);
      return verified.ok ? undefined : finding('verify of the output: refused', messages(verified.diagnostics));
    })
  );
}
