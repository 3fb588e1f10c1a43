import { scoreShape } from '../../runtime/llm/answer-shapes.js';
import { runModelStep } from '../../runtime/llm/model-step.js';
import { runnable } from '../runnable.js';
import { llmEvalFields } from './fields.js';

/** A model's score and summary. Below `--min-score` the step fails, unless it only reports. */
export const run = runnable(llmEvalFields, 120, async (flags, attempt) => {
  const { min_score: minScore, fail_on_threshold: failBelow = true } = flags;
  const passes = (score: number) => minScore === undefined || score >= minScore;
  return runModelStep(flags, attempt, {
    shape: scoreShape,
    fieldsOf: (answer) => ({
      score: answer?.score ?? null,
      summary: answer?.summary ?? '',
      ...(minScore === undefined ? {} : { min_score: minScore, passed: answer !== undefined && passes(answer.score) }),
    }),
    judge: ({ score }) =>
      passes(score) || !failBelow
        ? { verdict: 'success' }
        : { verdict: 'failure', error: `score ${score} is below the minimum of ${minScore}` },
  });
});
