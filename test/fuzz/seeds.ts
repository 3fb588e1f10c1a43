import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dagu } from '../../src/formats/dagu/index.js';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { corpusConfigFor } from '../corpus/rules.js';
import { corpusFiles as realFiles } from '../formats/github-actions/corpus.js';
import type { Random } from '../random.js';

/** Texts to start from. */
export interface Seeds {
  readonly workflows: readonly Seed[];
  readonly rules: readonly Seed[];
  /** Workflows with the rules that were written for them. */
  readonly pairs: readonly { readonly workflow: Seed; readonly rules: Seed; readonly target: string | undefined }[];
}

export interface Seed {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Larger texts take long and show nothing that smaller ones do not. */
const largest = 6_000;

export function readSeeds(): Seeds {
  const cases = [...foldersBelow('test/fixtures/formats/dagu'), ...foldersBelow('examples')];
  const pairs = cases.flatMap((folder) => {
    const [workflow] = seedsIn(folder, /^(?:input|workflow)\.(?:yaml|json|md)$/);
    const [rules] = seedsIn(folder, /^hooks\.(?:yaml|json)$/);
    // What the laws compare is how Dagu reads a text.
    const isOfDagu = workflow !== undefined && dagu.detects(workflow.text);
    return isOfDagu && rules ? [{ workflow, rules, target: targetOf(folder) }] : [];
  });
  const configurations = ['configuration', 'frontends/lifecycle', 'frontends/settings']
    .flatMap((name) => foldersBelow(join('test/fixtures', name)))
    .flatMap((folder) => seedsIn(folder, /^(?!expected|input|workflow|options).*\.(?:ya?ml|jsonc?)$/));
  const registry = filesBelow('test/fixtures/frontends/event-registry').filter((path) => /\.ya?ml$/.test(path));
  return {
    workflows: [...pairs.map(({ workflow }) => workflow), ...corpus()].filter(isSmall),
    rules: [...pairs.map(({ rules }) => rules), ...configurations, ...registry.map(seedOf)].filter(isSmall),
    pairs: pairs.filter(({ workflow }) => isSmall(workflow)),
  };
}

/** A workflow of any engine, with the rules that were written for it, if there are any. */
export interface EngineSeed {
  readonly engine: string;
  readonly workflow: Seed;
  readonly rules: Seed | undefined;
}

/** Fixtures and real files. */
export function readEngineSeeds(engines: readonly string[]): readonly EngineSeed[] {
  return engines.flatMap((engine) => {
    const fixtures = foldersBelow(join('test/fixtures/formats', engine)).flatMap((folder): readonly EngineSeed[] => {
      const [workflow] = seedsIn(folder, /^(?:input|workflow)\.(?:ya?ml|json|md)$/);
      const [rules] = seedsIn(folder, /^hooks\.(?:yaml|json)$/);
      return workflow ? [{ engine, workflow, rules }] : [];
    });
    const real = realFiles(engine).map(({ path, text }): EngineSeed => {
      return { engine, workflow: { name: `${engine}/${path}`, path: 'it.yaml', text }, rules: undefined };
    });
    return [...fixtures, ...real].filter(({ workflow }) => isSmall(workflow));
  });
}

export const engines = ['dagu', 'argo', 'github-actions', 'gitlab-ci'] as const;

/** Some rules of every kind that hold for any workflow, because nothing they name has to be there. */
export function someRulesForAll(random: Random, target: '1.30' | '2.15' | undefined): string {
  const { hooks } = corpusConfigFor(target);
  const part = random.pick([0.1, 0.3, 0.6]);
  const injections = Object.fromEntries(
    Object.entries(hooks.injections).map(([point, rules]) => [point, rules.filter(() => random.chance(part))]),
  );
  return `${JSON.stringify({ hooks: { ...hooks, injections } }, null, 2)}\n`;
}

function isSmall({ text }: Seed): boolean {
  return text.length <= largest;
}

function corpus(): readonly Seed[] {
  if (corpusMissing) return [];
  return folders.flatMap((folder) =>
    corpusFiles(folder).map(({ name, text }) => ({ name: `${folder.name}/${name}`, path: 'it.yaml', text })),
  );
}

function targetOf(folder: string): string | undefined {
  const options = join(folder, 'options.json');
  if (!existsSync(options)) return undefined;
  return (JSON.parse(readFileSync(options, 'utf8')) as { targetVersion?: string }).targetVersion;
}

function seedsIn(folder: string, name: RegExp): readonly Seed[] {
  return readdirSync(folder)
    .filter((file) => name.test(file))
    .map((file) => seedOf(join(folder, file)));
}

function seedOf(path: string): Seed {
  return { name: path, path: basename(path), text: readFileSync(path, 'utf8') };
}

function foldersBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
