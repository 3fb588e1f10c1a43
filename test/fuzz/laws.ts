import type { FuzzCase } from './case.js';
import { type Judgement, judge } from './judge.js';
import { judgeEdited } from './judge-edited.js';

export function judgeByItsLaws(one: FuzzCase): Judgement {
  return one.laws === 'of any input' ? judge(one) : judgeEdited(one);
}
