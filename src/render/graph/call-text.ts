import type { Injection } from '../../model/plan.js';
import type { Word } from '../../model/step.js';

/** What the step runs, for reading: values that are known at run time only stand as the shell text that yields them. */
export function callText({ call }: Injection): string {
  if (call.kind === 'script') return call.script;
  return [call.program, ...call.words.map(wordText)].join(' ');
}

function wordText(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
