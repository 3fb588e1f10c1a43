import * as z from 'zod/mini';
import { compileJsonPath } from '../lang/json-path.js';
import { regexProblem } from '../lang/regex-problem.js';

export { agentTools, modelRunners } from '../model/step.js';
export const {
  array,
  boolean,
  discriminatedUnion,
  int,
  literal,
  number,
  optional,
  record,
  strictObject,
  string,
  union,
  unknown,
} = z;
export const oneOf = z.enum;

/** A text that says something. */
export const filledText = () => z.string().check(z.minLength(1));

export const texts = () => z.array(filledText());

export const filled = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.minLength(1));

export const wholeNumber = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  to === Number.MAX_SAFE_INTEGER ? z.int().check(z.gte(from)) : z.int().check(z.gte(from), z.lte(to));

export const share = () => z.number().check(z.gte(0), z.lte(100));

export const named = (pattern: RegExp, problem: string) => z.string().check(z.regex(pattern, problem));

/** What becomes text. */
export const scalar = () => z.union([z.string(), z.number(), z.boolean()]);

export const environment = () =>
  z.record(named(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name that an environment variable can have'), scalar());

export const prompt = () => z.union([filledText(), filled(z.string())]);

/** A text in which a look finds a mistake that would otherwise be found when the DAG runs. */
export const checkedText = (problemIn: (text: string) => string | undefined) =>
  filledText().check((text) => {
    const message = problemIn(text.value);
    if (message !== undefined) text.issues.push({ code: 'custom', input: text.value, message });
  });

export const jsonPath = () =>
  checkedText((text) => {
    const compiled = compileJsonPath(text);
    return compiled.ok ? undefined : `is no JSONPath: ${compiled.reason}, at character ${compiled.at + 1}`;
  });

export const expression = () =>
  checkedText((text) => {
    const problem = regexProblem(text);
    return problem === undefined ? undefined : `cannot be used: ${problem}`;
  });

/** For results, which leave out what there was no time to find out. */
export const maybeText = () => z.optional(z.string());
export const maybeNumber = () => z.optional(z.nullable(z.number()));
export const maybeFlag = () => z.optional(z.boolean());
export const maybeJson = () => z.optional(z.unknown());
export const maybeMap = () => z.optional(z.record(z.string(), z.unknown()));
export const textOrNull = () => z.optional(z.nullable(z.string()));
