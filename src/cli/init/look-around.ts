import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import { formats } from '../../formats/index.js';
import type { SourceFile } from '../../model/source.js';
import { isBelow } from '../../runtime/is-below.js';
import { ifThere } from '../if-there.js';
import { readSmallFile } from '../read-small-file.js';
import { coverageFields } from './coverage.js';
import { type FoundFile, type FoundWorkflow, withParts } from './with-parts.js';

export interface Surroundings {
  /** Paths are from the folder of the project, with `/`. */
  readonly workflows: readonly FoundWorkflow[];
  /** What runs builds here, as people call it. */
  readonly buildServer: string | undefined;
  /** What tells how much of the code the tests here reach; see `coverageFields`. */
  readonly coverage: string;
}

/** Finds the workflows of a project. A folder may hold anything, so the search ends after so many names, files and seconds. */
export function lookAround(folder: string, now: () => number = Date.now): Surroundings {
  const latest = now() + patience;
  const found: FoundFile[] = [];
  const others: SourceFile[] = [];
  let [names, read, characters] = [0, 0, 0];
  const isMuch = () => read >= mostFiles || characters > mostCharacters;
  const open = wellKnown.filter(({ below }) => isInside(folder, below));
  for (let at = 0; at < open.length && names < mostNames && !isMuch() && now() < latest; at++) {
    const { below, depth } = open[at]!;
    const entries = ifThere(() => readdirSync(join(folder, below), { withFileTypes: true })) ?? [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      names += 1;
      if (names > mostNames || isMuch()) break;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && depth < deepest && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        open.push({ below: path, depth: depth + 1 });
      if (!entry.isFile() || !mayBeWorkflow(entry.name)) continue;
      read += 1;
      const file = readSmallFile(join(folder, path));
      if ('problem' in file || file.text.length > longest) continue;
      const { text } = file;
      characters += text.length;
      // What merely looks like a file of an engine elsewhere is something else.
      const format = formats.find((one) => (one.home?.holds(path) ?? true) && one.detects(text));
      if (format) found.push({ path, text, format });
      else others.push({ path, text });
    }
  }
  const server = buildServers.find(([path]) => existsSync(join(folder, path)));
  return {
    workflows: withParts(found, others, () => now() > latest),
    buildServer: server?.[1],
    coverage: coverageFields(folder),
  };
}

/** A folder may be a link to somewhere else. Others that are links are not looked into. */
function isInside(folder: string, below: string): boolean {
  const root = ifThere(() => realpathSync(folder));
  const real = ifThere(() => realpathSync(join(folder, below)));
  return root !== undefined && real !== undefined && (real === root || isBelow(root, real));
}

const patience = 2000;
const mostNames = 5000;
const mostFiles = 300;
/** All of what looks like no workflow may be read as a part of one. */
const mostCharacters = 2_000_000;
const deepest = 5;
/** In characters: a longer one is no first example. */
const longest = 300_000;

const homes = formats.flatMap(({ home, shape }) => (home ? [{ ...home, language: shape.language }] : []));

/** Folders whose name starts with a dot are looked into for these alone. */
const wellKnown = [
  ...homes.flatMap(({ kind, sign }) => (kind === 'folder' ? [{ below: sign, depth: deepest }] : [])),
  { below: '', depth: 0 },
  ...homes.flatMap(({ foldersOfParts = [] }) => foldersOfParts.map((below) => ({ below, depth: 0 }))),
];

const buildServers: readonly (readonly [path: string, name: string])[] = [
  ...homes.map(({ sign, language }) => [sign, language] as const),
  ['Jenkinsfile', 'Jenkins'],
  ['azure-pipelines.yml', 'Azure Pipelines'],
  ['.circleci', 'CircleCI'],
  ['.buildkite', 'Buildkite'],
];

/** Files of other tools have `steps` as well. */
function mayBeWorkflow(name: string): boolean {
  const isYaml = ['.yaml', '.yml'].includes(extname(name));
  return isYaml && !/^(?:azure-pipelines|cloudbuild|bitbucket-pipelines|docker-compose|compose)\b/.test(name);
}
