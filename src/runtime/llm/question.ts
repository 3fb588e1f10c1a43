import type { AnswerShape } from './answer.js';

/** The user's prompt with the demand for an answer that can be read. */
export function askFor(prompt: string, shape: AnswerShape<unknown>): string {
  return `${prompt}\n\nIMPORTANT: End your response with a JSON block in this exact format:\n\`\`\`json\n${shape.example}\n\`\`\``;
}

/** The same question again, to a model that remembers nothing, with what was wrong about its answer. */
export function askAgain(question: string, answer: string, problem: string): string {
  const shown = answer.length > MAX_SHOWN ? `…${answer.slice(-MAX_SHOWN)}` : answer;
  return `${question}\n\nYou were asked this before and answered:\n<answer>\n${shown}\n</answer>\n${correction(problem)}`;
}

/** For a model that still has its answer before it. */
export function correction(problem: string): string {
  return `That answer could not be read: ${problem}. Answer again and end with the JSON block.`;
}

const MAX_SHOWN = 4000;
