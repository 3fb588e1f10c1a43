import type { Report } from '../../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../../model/source.js';
import { asMap, asSequence, pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { PipelineDocument } from './document.js';
import { extendsItself } from './extends-circle.js';

/** Reports what GitLab refuses the whole file for, although rules find all that it says. */
export function reportRefused(document: PipelineDocument, file: SourceFile, report: Report): void {
  const { root, jobs, pieces } = document;
  const tell = (of: string, called: string | undefined, node: YamlNode, refusal: Refusal) => {
    const { fix, ...args } = refusal;
    report('DW279', { of, called, ...args }, { span: { file: file.path, start: node.start, end: node.end }, fix });
  };
  for (const map of [root, asMap(pairOf(root, 'default')?.value)])
    if (map) for (const entry of mappingsIn(map)) tell('pipeline', undefined, entry, noCommand(entry, file));
  for (const { name, map } of pieces.values())
    for (const entry of mappingsIn(map)) tell('job', name, entry, noCommand(entry, file));
  for (const { name, fields, pair } of jobs) {
    const older = ['only', 'except'].find((key) => fields.get(key));
    if (older && fields.get('rules')) tell('job', name, pair.key, twoWays(older));
  }
  const circle = extendsItself(document);
  if (circle) tell('job', circle.name, circle.pair.key, inCircle);
}

/** A sentence about the way out in `instead`. */
interface Refusal {
  readonly why: string;
  readonly instead: string;
  readonly fix?: readonly TextEdit[] | undefined;
}

/** A command with a colon and a blank in it is a mapping for YAML. */
function mappingsIn(map: YamlMap): readonly YamlMap[] {
  return ['before_script', 'script', 'after_script'].flatMap((key) => {
    const list = asSequence(pairOf(map, key)?.value);
    return list?.items.flatMap(({ value }) => (value.kind === 'map' ? [value] : [])) ?? [];
  });
}

function noCommand(entry: YamlMap, { path, text }: SourceFile): Refusal {
  const written = text.slice(entry.start, entry.end).trimEnd();
  const isLine = !entry.flow && !/[\r\n]|(?:^|\s)#/.test(written);
  const quoted = `'${written.replaceAll("'", "''")}'`;
  const end = entry.start + written.length;
  return {
    why: 'has a mapping among its commands',
    instead: isLine
      ? `Put the command in quotes: \`${quoted}\`; \`apply --fix\` does it for you.`
      : 'Put the command in quotes.',
    fix: isLine ? [{ file: path, start: entry.start, end, text: quoted }] : undefined,
  };
}

const inCircle: Refusal = {
  why: 'extends itself, directly or through others',
  instead: 'Take one of them out of `extends`.',
};

function twoWays(key: string): Refusal {
  return { why: `has \`${key}\` beside \`rules\``, instead: 'Say with `rules` alone when it runs.' };
}
