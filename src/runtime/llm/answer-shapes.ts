import type { AnswerShape, ParsedAnswer } from './answer.js';
import type { LooseValue } from './loose-json.js';

export interface ScoreAnswer {
  /** 0 to 100. */
  readonly score: number;
  readonly summary: string;
}

export interface DecisionAnswer {
  readonly allowed: boolean;
  /** Empty where the model gave none. */
  readonly reason: string;
}

export const scoreShape: AnswerShape<ScoreAnswer> = {
  example: '{"score": <number 0-100>, "summary": "<brief summary>"}',
  recognises: (fields) => fields.has('score') && (fields.has('summary') || fields.size === 1),
  read(fields) {
    const score = fields.get('score');
    if (score?.kind !== 'number') return wrong(`"score" must be a number from 0 to 100, not ${show(score)}`);
    if (!(score.value >= 0 && score.value <= 100)) return wrong(`"score" must be from 0 to 100, not ${show(score)}`);
    const summary = fields.get('summary');
    if (summary?.kind !== 'string') return wrong(`"summary" must be a string, not ${show(summary)}`);
    return { ok: true, value: { score: score.value, summary: summary.text } };
  },
};

export const decisionShape: AnswerShape<DecisionAnswer> = {
  example: '{"ok": <true or false>, "reason": "<one sentence>"}',
  recognises: (fields) => fields.has('ok') || fields.has('allow'),
  read(fields) {
    const given = ['ok', 'allow'].filter((key) => fields.has(key));
    const decisions: boolean[] = [];
    for (const key of given) {
      const value = fields.get(key);
      if (value?.kind !== 'word' || !(value.text === 'true' || value.text === 'false')) {
        return wrong(`"${key}" must be true or false, not ${show(value)}`);
      }
      decisions.push(value.text === 'true');
    }
    if (new Set(decisions).size > 1) return wrong('"ok" and "allow" contradict each other');
    const reason = fields.get('reason');
    if (reason !== undefined && reason.kind !== 'string' && !isNull(reason)) {
      return wrong(`"reason" must be a string, not ${show(reason)}`);
    }
    return {
      ok: true,
      value: { allowed: decisions[0] === true, reason: reason?.kind === 'string' ? reason.text : '' },
    };
  },
  // It was asked for JSON, so without that nothing is allowed; a plain no is one however it is said.
  firstWord(text) {
    const word = decisionWord(text);
    return word?.ok && word.value.allowed ? undefined : word;
  },
  agree: (one, other) => one.allowed === other.allowed,
};

/** An agent, whose last word is behind many others, may say it in words. */
export const agentDecisionShape: AnswerShape<DecisionAnswer> = { ...decisionShape, firstWord: decisionWord };

/**
 * `DENY` or `ALLOW` at the very beginning, followed by the reason; signs of Markdown may be around it. A text that allows and speaks
 * of `DENY` as well may only repeat what it was asked.
 */
function decisionWord(text: string): ParsedAnswer<DecisionAnswer> | undefined {
  const [all, word] = /^[\s*_`"'#>]*(ALLOW|DENY)(?![\p{L}\p{N}_-])/u.exec(text) ?? [];
  if (all === undefined) return undefined;
  const rest = text.slice(all.length);
  if (word === 'ALLOW' && /\bDENY\b/.test(rest)) return wrong('it says both ALLOW and DENY');
  const reason = rest.replace(/^[\s*_`"':.,;!\u2013\u2014-]+/, '').trim();
  return { ok: true, value: { allowed: word === 'ALLOW', reason } };
}

function wrong(reason: string): ParsedAnswer<never> {
  return { ok: false, reason };
}

function isNull(value: LooseValue): boolean {
  return value.kind === 'word' && value.text === 'null';
}

function show(value: LooseValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value.kind === 'number' || value.kind === 'word') return value.text.slice(0, 40) || 'nothing';
  return value.kind === 'string' ? JSON.stringify(value.text.slice(0, 40)) : `an ${value.kind}`;
}
