import * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';
import { scalar, text, variableName } from './plain-schemas.js';

/** The keys of the section for a pack, and for its uses. */
export function packShape<Parameter extends z.ZodMiniType>(parameter: () => Parameter) {
  return {
    name: () => z.optional(packName().check(z.describe('Of a pack: what its rules are called after.'))),
    parameters: () =>
      z.optional(
        z.nullable(
          z.record(variableName(), parameter()).check(z.describe('Of a pack: what a use of it can or must give.')),
        ),
      ),
    extends: () =>
      z.optional(
        z.nullable(
          z.array(useSchema()).check(z.describe('Packs: files and packages whose rules and steps hold here as well.')),
        ),
      ),
  };
}

/** A parameter of a pack. */
export const parameterSchema = madeLate(() =>
  z
    .strictObject({
      type: z.enum(['string', 'number', 'boolean', 'list']).check(z.describe('What a value must be.')),
      default: z.optional(
        parameterValue().check(z.describe('The value where a use gives none; without it, a use must give one.')),
      ),
      description: z.optional(z.string().check(z.describe('What the parameter is for.'))),
      enum: z.optional(
        z.array(scalar()).check(z.minLength(1), z.describe('The values to choose from; of a list, for each entry.')),
      ),
    })
    .check(z.describe('A parameter: rules of the pack use its value as `{{params.NAME}}`.')),
);

function useSchema() {
  return z.union(
    [
      packText(),
      z.strictObject({
        pack: packText(),
        with: z.optional(
          z.nullable(
            z.record(variableName(), parameterValue()).check(z.describe('Values for the parameters of the pack.')),
          ),
        ),
        as: z.optional(
          packName().check(z.describe('What its rules are called after, instead of the name of the pack.')),
        ),
      }),
    ],
    'a path or a package, or a mapping with `pack`',
  );
}

function packText() {
  return text().check(z.describe('A path from the folder of this file, such as `./gates.yaml`, or a package.'));
}

/** What rules of a pack are called after: it is part of their ids. */
function packName() {
  return z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'a name of letters, digits, ".", "_" and "-"'));
}

function parameterValue() {
  return z.union([scalar(), z.array(scalar())], 'text, a number, true or false, or a list of them');
}
