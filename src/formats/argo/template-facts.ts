import { codeOption } from '../../lang/shell/other-languages.js';
import { pastedSign } from '../../lang/shell/tokens.js';
import type { NodeFacts } from '../../model/facts.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { Fill } from './call-values.js';
import { templateTypes } from './document.js';
import { commandsInside, containersInText } from './kubernetes-text.js';
import { containersOf, isShell, wordsOf } from './scripts.js';
import { withDefaults } from './template-defaults.js';

/**
 * What a template does by itself, with what it is given filled in.
 * @param spec of the workflow that runs it, which may say what all templates do
 */
export function templateFacts(own: YamlMap, spec: YamlMap, fill: Fill): NodeFacts {
  const template = withDefaults(own, spec);
  const containers = containersOf(template);
  const inText = containersInText(template, spec, fill);
  const all = [...containers, ...inText.flatMap((list) => list ?? [])];
  const others = all.filter((one) => containers.includes(one) || pairOf(one, 'command') || pairOf(one, 'args'));
  const read = [...others, ...containers.flatMap(commandsInside)].map((container) => commandsOf(container, fill));
  const plugin = asMap(pairOf(template, 'plugin')?.value);
  const images = all.flatMap((container) => textOf(pairOf(container, 'image')?.value) ?? []);
  const variables = containers.flatMap((container) => variablesOf(container, fill));
  return {
    scripts: read.flatMap(({ scripts }) => scripts),
    unread: inText.includes(undefined)
      ? 'it hands to Kubernetes what only the run knows'
      : read.flatMap(({ unread }) => unread ?? [])[0],
    uses: [
      ...templateTypes.filter((type) => pairOf(template, type) !== undefined),
      ...(plugin?.pairs.map(({ key }) => key.value) ?? []),
    ],
    images: images.map(fill).filter((image) => !isLate(image)),
    calls: [],
    late: {
      images: images.flatMap((written) => {
        const parts = fill(written).split(pastedSign);
        return parts.length > 1 ? [{ written, begin: parts[0]!, end: parts.at(-1)! }] : [];
      }),
    },
    env: new Map(variables.map(({ name, value }) => [name, value])),
    lateEnv: {
      names: new Set(variables.flatMap(({ name, late }) => (late ? [name] : []))),
      others: containers.some((one) => (asSequence(pairOf(one, 'envFrom')?.value)?.items ?? []).length > 0)
        ? 'its container takes variables from elsewhere (`envFrom`)'
        : undefined,
    },
  };
}

/** All that several templates do, or one that is called in several ways. */
export function together(all: readonly NodeFacts[]): NodeFacts {
  if (all.length === 1) return all[0]!;
  const every = <T>(of: (facts: NodeFacts) => readonly T[]) => [...new Set(all.flatMap(of))];
  return {
    scripts: every(({ scripts }) => scripts),
    unread: all.flatMap(({ unread }) => unread ?? [])[0],
    uses: every(({ uses }) => uses),
    images: every(({ images }) => images),
    calls: every(({ calls }) => calls),
    late: { images: every(({ late }) => late?.images ?? []) },
    env: new Map(all.flatMap(({ env }) => [...env])),
    lateEnv: {
      names: new Set(all.flatMap(({ lateEnv }) => [...(lateEnv?.names ?? [])])),
      others: all.flatMap(({ lateEnv }) => lateEnv?.others ?? [])[0],
    },
  };
}

function isLate(text: string): boolean {
  return text.includes(pastedSign);
}

/** A program with its arguments is a command as a shell would run it. */
function commandsOf(container: YamlMap, fill: Fill): Pick<NodeFacts, 'scripts' | 'unread'> {
  const source = textOf(pairOf(container, 'source')?.value);
  const command = wordsOf(container, 'command').map(fill);
  const args = wordsOf(container, 'args').map(fill);
  if (source !== undefined) return scriptOf(command, fill(source));
  if (command.length === 0)
    return args.length === 0
      ? { scripts: [], unread: 'its image decides what it runs' }
      : { scripts: [commandLine(args)], unread: 'its image decides which program gets its arguments' };
  return { scripts: [commandLine([...command, ...args])], unread: undefined };
}

/** The engine hands a script to its command as a file: code behind `-c` would run in its place. */
function scriptOf(command: readonly string[], source: string): Pick<NodeFacts, 'scripts' | 'unread'> {
  const [first] = command;
  const around = command.slice(0, -1).some((word) => /^-\w*c$/.test(word)) ? [commandLine(command)] : [];
  if (first === undefined || isShell(first)) return { scripts: [source, ...around], unread: undefined };
  if (isLate(first)) return { scripts: [commandLine(command)], unread: 'only the run knows what reads its script' };
  const program = first.split('/').at(-1)!;
  const option = codeOption(program);
  if (option === undefined)
    return { scripts: [commandLine(command)], unread: `its script is for \`${program}\` and no shell` };
  return { scripts: [commandLine([...command, option, source])], unread: undefined };
}

function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

interface GivenVariable {
  readonly name: string;
  readonly value: string;
  /** Its value is a secret or the like, or has a tag that the engine fills in. */
  readonly late: boolean;
}

function variablesOf(container: YamlMap, fill: Fill): readonly GivenVariable[] {
  const items = asSequence(pairOf(container, 'env')?.value)?.items ?? [];
  return items.flatMap(({ value }) => {
    const map = asMap(value);
    const name = textOf(map && pairOf(map, 'name')?.value);
    if (!map || name === undefined) return [];
    const written = textOf(pairOf(map, 'value')?.value) ?? '';
    const text = fill(written);
    return isLate(text)
      ? [{ name, value: written, late: true }]
      : [{ name, value: text, late: pairOf(map, 'valueFrom') !== undefined }];
  });
}
