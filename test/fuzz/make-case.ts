import { createRandom, type Random, seedOfCase } from '../random.js';
import { mutateText } from '../text/mutate.js';
import type { FuzzCase } from './case.js';
import { readIndependently } from './independent-yaml.js';
import { mutateTokens } from './mutate-tokens.js';
import { mutateTree } from './mutate-tree.js';
import { type Seed, type Seeds, someRulesForAll } from './seeds.js';

/** One of the cases of a seed, which are made alone, without those before them. */
export function makeCase(seeds: Seeds, seed: number, number: number): FuzzCase {
  const random = createRandom(seedOfCase(seed, number));
  const part = random.below(10);
  if (part < 6) return withRulesForAll(random, seeds);
  const pair = random.pick(seeds.pairs);
  const rules = random.chance(0.5) ? pair.rules : random.pick(seeds.rules);
  const target = random.chance(0.8) ? pair.target : random.pick(targets);
  const workflow = part === 6 || part === 9 ? mutated(random, pair.workflow, seeds.workflows) : pair.workflow;
  return {
    laws: 'of any input',
    workflow: [{ path: pathOf(pair.workflow), text: workflow.text }],
    configuration: [
      { layer: 'project', path: rules.path, text: part === 6 ? rules.text : mutated(random, rules, seeds.rules).text },
    ],
    targetVersion: target,
    origin: `${workflow.name} with ${rules.name}`,
  };
}

const targets = ['1.30', '2.15', undefined] as const;

function withRulesForAll(random: Random, seeds: Seeds): FuzzCase {
  const target = random.pick(targets);
  const seed = random.pick(seeds.workflows);
  const { name, text } = mutated(random, seed, seeds.workflows);
  return {
    laws: 'of any input',
    workflow: [{ path: pathOf(seed), text: written(random, text) }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: someRulesForAll(random, target) }],
    targetVersion: target,
    origin: name,
  };
}

function pathOf({ path }: Seed): string {
  return path.replace(/^.*\./, 'it.');
}

/** Text that is no YAML is refused early, so most cases are made anew until they are some. */
function mutated(random: Random, seed: Seed, others: readonly Seed[]): Mutant {
  let mutant = mutatedOnce(random, seed, others);
  for (let tries = random.below(6); tries > 0 && !readIndependently(mutant.text); tries--) {
    mutant = mutatedOnce(random, seed, others);
  }
  return mutant;
}

function mutatedOnce(random: Random, { name, text }: Seed, others: readonly Seed[]): Mutant {
  const level = random.below(10);
  const other = random.pick(others).text;
  const tree = level < 5 ? undefined : mutateTree(random, text, other);
  if (tree !== undefined && tree.length <= mostCharacters)
    return { name: `${name}, tree`, text: level === 9 ? mutateTokens(random, tree, other) : tree };
  if (level < 2 || level > 4) return { name: `${name}, bytes`, text: mutateText(random, text) };
  return { name: `${name}, tokens`, text: mutateTokens(random, text, other) };
}

/** Aliases in aliases that are written out come to many megabytes: more than a worker's memory, and no other case than a few. */
const mostCharacters = 1_000_000;

interface Mutant {
  readonly name: string;
  readonly text: string;
}

/** Another way to write the same. */
function written(random: Random, text: string): string {
  const way = random.below(20);
  if (way === 0) return text.replace(/\r?\n/g, '\r\n');
  if (way === 1) return text.trimEnd();
  if (way === 2) return `\ufeff${text}`;
  if (way === 3) return `Here is the workflow:\n\n\`\`\`yaml\n${text.endsWith('\n') ? text : `${text}\n`}\`\`\`\n`;
  return text;
}
