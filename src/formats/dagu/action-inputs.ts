import type { Report } from '../../diagnostics/diagnostics.js';
import { madeLate } from '../../lang/late.js';
import { nearestName } from '../../lang/nearest.js';
import { trimSpace } from '../../text/trim-space.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { keysOfAction } from './action-keys.js';
import { typesOf } from './custom-types.js';
import type { Dialect } from './dialect.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldOf, fieldValue, mapOf, readValue } from './fields.js';
import { stepMaps } from './step-maps.js';
import { keyInstead } from './unknown-keys.js';

/** Reports actions that the engine does not know, such as `http`, and those without what they need: it refuses a file with one. */
export function reportActions(document: DaguDocument, dialect: Dialect, report: Report): void {
  if (dialect !== 'v2') return;
  const { file } = document;
  const own = layersOf(document).map(typesOf);
  const look = (map: YamlMap, of: 'step' | 'handler', called: string | undefined) => {
    const action = fieldOf(map, 'action');
    const value = action && resolved(action.value);
    if (value?.kind !== 'scalar' || value.type !== 'string') return;
    const name = trimSpace(value.value);
    if (own.some((types) => types.has(name))) return;
    const span = { file, start: action!.value.start, end: action!.value.end };
    const given = mapOf(fieldValue(map, 'with'));
    const isAsked = of === 'step' || !isLeftToRun.test(name);
    const isThere = (key: string, takesNull: boolean) =>
      given !== undefined && (takesNull ? fieldOf(given, key) : fieldValue(given, key)) !== undefined;
    const lack = isAsked ? lackOf(name, isThere) : undefined;
    const hasId = fieldValue(map, 'id') !== undefined || of === 'handler';
    if (lack !== undefined || (name === 'human.task' && !hasId)) {
      const fields = lack?.map((key) => `\`with.${key}\``).join(' or ') ?? '`id`';
      const why = `has \`action: ${name}\` without ${fields}`;
      report('DW279', { of, called, why, instead: `Write ${fields} as well.` }, { span });
      return;
    }
    const parallel = fieldOf(map, 'parallel');
    if (of === 'step' && readValue(parallel?.value) !== undefined && !takesParallel(name)) {
      const why = `has \`parallel\` beside \`action: ${name}\``;
      const instead = 'Write `action: dag.run`, with the DAG to call, or remove it.';
      report(
        'DW279',
        { of, called, why, instead },
        { span: { file, start: parallel!.key.start, end: parallel!.key.end } },
      );
      return;
    }
    if (given && actions().has(name)) reportKeys(given, name, of, called);
    const meant = meantBy(name);
    if (meant === undefined) return;
    const why = `has \`action: ${name}\`, which is no action`;
    const canFix = meant !== 'run' && action!.value.kind === 'scalar' && value.anchor === undefined;
    const fix = canFix ? [{ ...span, text: inQuotesOf(value, meant) }] : undefined;
    const instead =
      meant === 'run'
        ? 'Write the command under `run`, in place of the action.'
        : `Write \`action: ${meant}\`${canFix ? '; `apply --fix` does it for you' : ''}.`;
    report('DW279', { of, called, why, instead }, { span, fix });
  };
  const reportKeys = (given: YamlMap, action: string, of: 'step' | 'handler', called: string | undefined) => {
    const known = keysOfAction(action);
    if (!known) return;
    for (const { key } of given.pairs) {
      if (known.has(key.value)) continue;
      const { instead, fix } = keyInstead(key.value, given, known);
      const span = { file, start: key.start, end: key.end };
      const why = `has \`with.${key.value}\`, which \`${action}\` does not take`;
      report(
        'DW279',
        { of, called, why, instead },
        { span, fix: fix === undefined ? undefined : [{ ...span, text: fix }] },
      );
    }
  };
  for (const { map, of, called } of stepMaps(document)) look(map, of, called);
}

/** Those of handlers that the engine does not look at before they run. */
const isLeftToRun = /^(?:artifact|data|file|outputs|state|wait)\.|^git\.checkout$/;

/** The first field under `with` that an action lacks, or the fields of which it lacks one. */
function lackOf(action: string, isThere: (key: string, takesNull: boolean) => boolean): readonly string[] | undefined {
  return actions()
    .get(action)
    ?.find(({ anyOf, takesNull }) => !anyOf.some((key) => isThere(key, takesNull)))?.anyOf;
}

/** Others may be of the operator's base configuration. */
function takesParallel(action: string): boolean {
  return action === 'dag.run' || action === 'dag.enqueue' || !actions().has(action);
}

/** Is there certainly nothing to report of it? */
export function isSoundAction(action: string, isThere: (key: string) => boolean, given: readonly string[]): boolean {
  const known = keysOfAction(action);
  return (
    action !== 'human.task' &&
    lackOf(action, isThere) === undefined &&
    meantBy(action) === undefined &&
    given.every((key) => known?.has(key) ?? true)
  );
}

/** Others may be of the operator's base configuration, or of a repository. */
function meantBy(action: string): string | undefined {
  if (action === '' || actions().has(action) || /[@/:$]|^redis\./.test(action)) return undefined;
  if (commands.has(action)) return 'run';
  const other = otherNames.get(action);
  if (other !== undefined) return other;
  const within = [...actions().keys()].filter((one) => one.startsWith(`${action}.`));
  return within.length === 1 ? within[0] : nearestName(action, actions().keys());
}

const commands: ReadonlySet<string> = new Set(
  'shell shell.run shell.exec bash sh command command.run script script.run run'.split(' '),
);
const otherNames: ReadonlyMap<string, string> = new Map([
  ...['hitl', 'approval', 'manual', 'human.approval', 'approval.request'].map((name) => [name, 'human.task'] as const),
  ...['http.get', 'http.post', 'http.put', 'http.delete', 'http.call'].map((name) => [name, 'http.request'] as const),
  ...['dag', 'dag.call', 'subdag', 'subworkflow', 'call'].map((name) => [name, 'dag.run'] as const),
]);

interface Need {
  readonly anyOf: readonly string[];
  /** Is null something? */
  readonly takesNull: boolean;
}

/** Each action with what it needs under `with`: one of those with a stroke between them; `~` behind those that may be null. */
const actions = madeLate(
  (): ReadonlyMap<string, readonly Need[]> =>
    new Map(
      [
        'archive.create archive.extract archive.list artifact.list container.run docker.run git.worktree.add k8s.run',
        'kubernetes.run mail.send noop s3.delete s3.download s3.list s3.upload sftp.download sftp.upload state.list',
        'template.render artifact.read:path artifact.write:path,content chat.completion:prompt|messages dag.enqueue:dag',
        'dag.run:dag data.convert:from data.pick:from exec:command file.copy:source,destination file.delete:path',
        'file.list:path file.mkdir:path file.move:source,destination file.read:path file.stat:path file.write:path,content',
        'git.checkout:repository,path git.worktree.remove:branch|path harness.run:prompt http.request:method,url',
        'human.task:prompt jq.filter:filter~ log.write:message outputs.write:values postgres.import:import',
        'postgres.query:query~ router.route:value,routes sqlite.import:import sqlite.query:query~ ssh.run:command~',
        'state.delete:key state.diff:key,value~ state.get:key state.set:key,value~ wait.duration:duration wait.file:path',
        'wait.http:url wait.until:until',
      ].flatMap((line) =>
        line.split(' ').map((one): [string, readonly Need[]] => {
          const [name = '', fields] = one.split(':');
          return [name, fields?.split(',').map(needOf) ?? []];
        }),
      ),
    ),
);

function needOf(field: string): Need {
  const takesNull = field.endsWith('~');
  return { anyOf: (takesNull ? field.slice(0, -1) : field).split('|'), takesNull };
}
