import { Minimatch } from 'minimatch';

/** Throws unless the edits lead from the input to the output and back. */
export function checkEdits(input, output, edits) {
  const parts = [];
  const back = [];
  let read = 0;
  let written = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const kept = input.slice(read, edit.start);
    parts.push(kept, edit.text);
    written += kept.length;
    if (output.slice(written, written + edit.text.length) !== edit.text)
      throw new Error('an edit is not in the output');
    back.push(kept, input.slice(edit.start, edit.end));
    written += edit.text.length;
    read = edit.end;
  }
  parts.push(input.slice(read));
  back.push(output.slice(written));
  if (parts.join('') !== output) throw new Error('the edits do not lead to the output');
  if (back.join('') !== input) throw new Error('taking the edits out does not give the input back');
}

/** Throws unless the output has as many hooks as the rules ask for and every line of the input that names a step. Returns the count. */
export function checkRun(input, output, config) {
  const tasks = [...input.matchAll(/^name: (T\d+)/gm)].map((match) => match[1]);
  const expected = expectedHooks(tasks, config.hooks.injections);
  const found = (output.match(/^\s*(?:- )?name: "?hook-/gm) ?? []).length;
  if (found !== expected) throw new Error(`${found} hooks, expected ${expected}`);
  const steps = (text) => (text.match(/^ {2}- name: (?!"?hook-).*$/gm) ?? []).join('\n');
  if (steps(input) !== steps(output)) throw new Error('the steps of the input are not all there, in order');
  return found;
}

function expectedHooks(tasks, injections) {
  let count = injections.pre_root.length + injections.post_roots.length + injections.final.length;
  for (const rule of [...injections.pre_task, ...injections.post_task]) {
    const wanted = (rule.tasks ?? ['*']).map(matcher);
    const unwanted = (rule.tasks_exclude ?? []).map(matcher);
    count += tasks.filter(
      (task) => wanted.some((meets) => meets(task)) && !unwanted.some((meets) => meets(task)),
    ).length;
  }
  return count;
}

function matcher(pattern) {
  if (pattern.startsWith('/') && pattern.endsWith('/')) {
    const expression = new RegExp(pattern.slice(1, -1));
    return (task) => expression.test(task);
  }
  const glob = new Minimatch(pattern);
  return (task) => glob.match(task);
}
