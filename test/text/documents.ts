import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { splitStream } from '../../src/text/yaml-stream.js';

const root = resolve(import.meta.dirname, '../..');
const corpus = join(resolve(root, process.env.DAGWEAVE_SHARED ?? '../shared'), 'corpus');

export const corpusMissing = existsSync(corpus) ? undefined : `there is no ${corpus}; DAGWEAVE_SHARED names its folder`;

/** Real workflow files, in the spellings that editors give them. */
export function corpusTexts(): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(corpus, name), 'utf8');
    return [
      { name, text },
      { name: `${name} with CRLF`, text: text.replace(/\r?\n/g, '\r\n') },
      { name: `${name} without final newline`, text: text.replace(/\r?\n$/, '') },
      { name: `${name} with a byte order mark`, text: `\ufeff${text}` },
      ...asJson(text).flatMap((values) => [
        { name: `${name} as JSON`, text: values.map((value) => JSON.stringify(value, null, 2)).join('\n---\n') },
        { name: `${name} as JSON on one line`, text: values.map((value) => JSON.stringify(value)).join('\n---\n') },
      ]),
    ];
  });
}

/** The documents as values, where JSON has all that they say. */
function asJson(text: string): readonly (readonly unknown[])[] {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if ('empty' in documents || documents.some(({ errors }) => errors.length > 0)) return [];
  return [documents.map((document) => document.toJS())];
}

/** The documents of a text that are short enough to be damaged at many places. */
export function smallDocuments(text: string): readonly string[] {
  return splitStream(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((document) => document.length < 3_000);
}

/** A bundle of the benchmark's generator. */
export function generatedBundle(...options: readonly string[]): string {
  const script = join(root, 'bench/generate.mjs');
  return execFileSync(process.execPath, [script, '--out', '-', ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 });
}
