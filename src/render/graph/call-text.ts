import type { Injection } from '../../model/plan.js';
import type { Word } from '../../model/step.js';

/** What the step runs, for reading: values that are known at run time only are as the shell text that yields them. */
export function callText({ call }: Injection): string {
  switch (call.kind) {
    case 'script':
      return call.script;
    case 'command':
      return [call.program, ...call.words.map(wordText)].join(' ');
    case 'spawn':
      return [call.workflow, ...call.inputs.map(({ name, value }) => `${name}=${wordText(value)}`)].join(' ');
    case 'approval':
      return wordText(call.prompt);
  }
}

function wordText(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
