import * as z from 'zod/mini';

/** What values of the section are made of. A custom message completes the sentence "expected …". */

export const text = () => z.string().check(z.minLength(1));
export const line = () => text().check(z.regex(/^[^\r\n\0]*$/, 'text on one line'));
export const truth = () => z.boolean();
export const scalar = () => z.union([z.string(), z.number(), z.boolean()], 'text, a number, or true or false');
export const patterns = () => z.union([text(), z.array(text())], 'a pattern or a list of patterns');
export const somePatterns = () =>
  z.union([text(), z.array(text()).check(z.minLength(1))], 'a pattern or a list of patterns');
export const variableName = () =>
  z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and "_"'));
