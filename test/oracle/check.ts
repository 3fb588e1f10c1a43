import { isDeepStrictEqual } from 'node:util';
import { checkBytes, type OracleEdit } from './bytes.js';
import { field, isMap, type OracleDocument, type OracleStep, readDocuments, type Version } from './documents.js';
import { commandOf, type FoundHook, hooksOf, isHook, marks } from './hooks.js';
import { checkOrder } from './order.js';
import { type Demand, type Demands, demandsOf, type HandlerDemand } from './placement.js';
import { checkPolicy } from './policy.js';
import type { OracleConfig } from './rules.js';

export interface Augmentation {
  readonly input: string;
  readonly output: string;
  readonly edits?: readonly OracleEdit[] | undefined;
  readonly config: OracleConfig;
  /** Both where nobody said which engine runs the file: then the output must be right for either. */
  readonly versions: readonly Version[];
}

/** All that is wrong with an augmented file, in words; empty where it is right. Shares no code with the compiler. */
export function checkAugmentation(given: Augmentation): readonly string[] {
  const problems = [...checkBytes(given.input, given.output, given.edits)];
  for (const version of given.versions) {
    const base = readDocuments(given.input, version);
    const made = readDocuments(given.output, version);
    const demands = demandsOf(base, given.config, version);
    const found = [
      ...checkRest(base, made, version),
      ...base.flatMap((document, index) =>
        made[index] ? checkDocument(document, made[index], index, demands, version) : [],
      ),
      ...checkHandlers(base[0], made[0], demands, version),
    ];
    problems.push(...found.map((one) => `[${version}] ${one}`));
  }
  return problems;
}

/** V2: everything but the steps, the needs of steps and the handlers is as it was. */
function checkRest(
  base: readonly OracleDocument[],
  made: readonly OracleDocument[],
  version: Version,
): readonly string[] {
  const problems: string[] = [];
  if (made.length < base.length) return ['V2: a document is gone'];
  for (const extra of made.slice(base.length)) {
    if (!/^hook[-_]/.test(extra.name ?? '')) problems.push(`V2: a new document ${extra.name}`);
  }
  base.forEach((document, index) => {
    const other = made[index]!;
    const without = (body: Record<string, unknown>, keys: readonly string[]) =>
      Object.fromEntries(
        Object.entries(body).filter(([key]) => !keys.includes(version === '1.30' ? key.toLowerCase() : key)),
      );
    const own = ['steps', ...(index === 0 ? ['handleron', 'handler_on'] : [])];
    if (!isDeepStrictEqual(without(document.body, own), without(other.body, own))) {
      problems.push(`V2: document ${index + 1} changed outside of its steps`);
    }
    const kept = other.steps.filter((step) => !isHook(step));
    if (kept.length !== document.steps.length) problems.push(`V2: document ${index + 1} has ${kept.length} own steps`);
    document.steps.forEach((step, at) => {
      const now = kept[at];
      if (!now) return;
      const [was, is] = [withNameless(step, now), now.written];
      const same =
        isMap(was) && isMap(is)
          ? isDeepStrictEqual(without(was, ['depends']), without(is, ['depends']))
          : isDeepStrictEqual(was, is);
      if (!same) problems.push(`V2: step ${JSON.stringify(step.name)} changed`);
      if (step.grouped !== now.grouped) problems.push(`V2: step ${JSON.stringify(step.name)} left its group`);
    });
  });
  return problems;
}

/**
 * A step as it may be written now: one without a name may be given the name that the engine made up for it, and a mere
 * command is then a mapping.
 */
function withNameless(step: OracleStep, now: OracleStep): unknown {
  if (!isMap(now.written)) return step.written;
  const own = isMap(step.written) ? step.written : { ['run' in now.written ? 'run' : 'command']: step.written };
  const wasNamed = typeof own.name === 'string' && own.name.trim() !== '';
  const { name } = now.written;
  return !wasNamed && typeof name === 'string' && step.madeUpNames.includes(name) ? { ...own, name } : own;
}

function checkDocument(
  base: OracleDocument,
  made: OracleDocument,
  index: number,
  demands: Demands,
  version: Version,
): readonly string[] {
  const problems = [...checkNames(made, version)];
  const hooks = [...hooksOf(made, version)];
  const pairs: { demand: Demand; hook: FoundHook }[] = [];
  for (const demand of demands.hooks.filter((one) => one.document === index)) {
    const at = hooks.findIndex(
      (hook) => hook.definition === demand.rule.step && (demand.task === undefined || hook.task === demand.task),
    );
    const [hook] = at < 0 ? [] : hooks.splice(at, 1);
    if (!hook) {
      problems.push(
        `missing: ${demand.point} ${demand.rule.step} in document ${index + 1} for ${demand.task ?? 'the root'}`,
      );
      continue;
    }
    pairs.push({ demand, hook });
    problems.push(...checkPolicy(hook.name, made.steps[hook.step]!.fields, demand.rule, version, made));
  }
  problems.push(...hooks.map((hook) => `extra: ${hook.name} in document ${index + 1} for ${hook.task}`));
  return [...problems, ...checkOrder(base, made, pairs, version)];
}

function checkNames(made: OracleDocument, version: Version): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const step of made.steps) {
    if (seen.has(step.name)) problems.push(`V1: two steps are called ${JSON.stringify(step.name)}`);
    seen.add(step.name);
    if (!isHook(step)) continue;
    const limit = version === '1.30' ? 40 : 255;
    if (Buffer.byteLength(step.name) > limit) problems.push(`V1: ${step.name} is longer than ${limit} bytes`);
    if (version === '2.15' && step.id !== undefined && !/^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(step.id)) {
      problems.push(`V1: ${step.id} is no id`);
    }
  }
  return problems;
}

/** Every hook of a handler is in it, what stood there is there still, and the other handlers are as they were. */
function checkHandlers(
  base: OracleDocument | undefined,
  made: OracleDocument | undefined,
  demands: Demands,
  version: Version,
): readonly string[] {
  if (!base || !made) return [];
  const all = (document: OracleDocument) => {
    const value = field(document.body, version === '1.30' ? 'handlerOn' : 'handler_on', version);
    return isMap(value) ? value : {};
  };
  const [old, now] = [all(base), all(made)];
  const problems: string[] = [];
  const abort = version === '1.30' && 'cancel' in old ? 'cancel' : 'abort';
  const ends = ['success', 'failure', abort];
  const places: Readonly<Record<HandlerDemand['event'], readonly (readonly string[])[]>> = {
    always: [['exit'], ends],
    failure: [['failure'], ['exit']],
    abort: [[abort], ['exit']],
  };
  const found = (key: string) => new Set(marks(commandOf(now[key], version)).map((one) => one.definition));
  const allowed = new Set<string>();
  for (const { event, rule } of demands.handlers) {
    // A handler that leaves no room keeps what it runs, and the hook goes where the same runs end.
    const [own, instead] = places[event];
    const place = own!.every((key) => found(key).has(rule.step)) ? own! : instead!;
    for (const key of place) {
      allowed.add(`${key} ${rule.step}`);
      if (!found(key).has(rule.step)) problems.push(`missing: ${rule.step} in handler ${own!.join()}`);
    }
    const isGuarded =
      event === 'always' || !place.includes('exit') || commandOf(now.exit, version).includes('DAG_RUN_STATUS');
    if (!isGuarded) problems.push(`policy: ${rule.step} in handler exit runs whatever the run came to`);
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const hooks = [...found(key)];
    for (const definition of hooks) {
      if (!allowed.has(`${key} ${definition}`)) problems.push(`extra: ${definition} in handler ${key}`);
    }
    if (hooks.length === 0) {
      if (!isDeepStrictEqual(old[key], now[key])) problems.push(`V2: handler ${key} changed`);
      continue;
    }
    const text = commandOf(old[key], version).trim();
    if (text && !commandOf(now[key], version).includes(text)) problems.push(`V2: what handler ${key} ran is gone`);
  }
  return problems;
}
