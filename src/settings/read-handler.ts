import type { CommandHandler, Handler } from '../model/event.js';
import { eventKind, isToolEvent } from '../model/event-table.js';
import { createFields, type Fields } from './fields.js';
import { describePath, type SettingsHook, type SettingsIssue } from './settings-hook.js';

export interface HandlerContext {
  readonly add: (issue: SettingsIssue) => void;
  /** Looks for references in a command that cannot be handed over; who is in a hurry finds out when the hook runs. */
  readonly checkCommand: ((command: string, fields: Fields) => void) | undefined;
  /** Looks for unknown names of models' runners and tools; loaded only where a file has such names. */
  readonly checkModel: ((fields: Fields) => void) | undefined;
  readonly timeouts: UsualTimeouts;
}

/** Seconds that hooks may take which do not say; what is not stated here is as the rules of their files have it. */
export interface UsualTimeouts {
  /** Hooks of agent settings. */
  readonly agent?: number | undefined;
  /** Hooks of SessionEnd that are waited for. */
  readonly sessionEnd?: number | undefined;
}

type Place = Pick<SettingsHook, 'event' | 'dialect' | 'matcher' | 'path'>;

/** One entry of `hooks`; `undefined` where something is wrong with it, which is added to the issues. */
export function readHandler(
  entry: unknown,
  place: Place,
  { add, checkCommand, checkModel, timeouts }: HandlerContext,
): SettingsHook | undefined {
  const { event, dialect, path } = place;
  const fields = createFields(entry, path, add);
  if (!fields) return brokenGate(entry, place);
  const type = fields.choice('type', types);
  if (type === 'mcp_tool') add({ path: [...path, 'type'], kind: 'unsupported', type });
  fields.onlyKnown('a hook', [...common, ...(own[type ?? 'command'] ?? [])]);
  const handler = type && readers[type]?.(fields, place);
  const onFailure = fields.choice('onFailure', ['block', 'continue'], 'continue') ?? 'continue';
  const unheard = fields.truth('async') === true || fields.truth('asyncRewake') === true;
  const stated = fields.seconds('timeout');
  const timeout = stated ?? defaultTimeout(type ?? 'command', place, unheard ? { agent: timeouts.agent } : timeouts);
  const condition = fields.text('if');
  if (condition !== undefined && !isToolEvent(event)) fields.add('if', { kind: 'never-runs', event });
  if (handler?.kind === 'command' && dialect === 'agent' && handler.args === undefined) {
    checkCommand?.(handler.command, fields);
  }
  if (type === 'prompt' || type === 'agent') checkModel?.(fields);
  const isMisspelt = onFailure === 'continue' && gateKey(entry as object) !== undefined;
  if (onFailure === 'block' && unheard) fields.add('onFailure', { kind: 'unheard-gate' });
  if (!handler || fields.hasMistakes() || isMisspelt) return brokenGate(entry, place);
  return { event, dialect, matcher: place.matcher, condition, handler, timeout, onFailure, unheard, path };
}

const types = ['command', 'http', 'prompt', 'agent', 'mcp_tool'] as const;
type HandlerType = (typeof types)[number];

const common = ['type', 'if', 'timeout', 'onFailure', 'statusMessage', 'once', 'name', 'description'] as const;
const model = ['prompt', 'model', 'runner', 'base_url', 'api_key_env'] as const;
const own: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['command', 'args', 'shell', 'async', 'asyncRewake', 'env', 'working_directory', 'rewakeMessage'],
  http: ['url', 'headers', 'allowedEnvVars'],
  // What Claude Code does after a block; here the caller decides that.
  prompt: [...model, 'cache', 'continueOnBlock'],
  agent: [...model, 'allowedTools', 'allowed_tools', 'maxTurns', 'max_turns'],
  mcp_tool: ['server', 'tool', 'input'],
};

const readers: Readonly<Partial<Record<HandlerType, (fields: Fields, place: Place) => Handler | undefined>>> = {
  command: readCommand,
  http: readHttp,
  prompt: (fields) => readModel('prompt', fields),
  agent: (fields) => readModel('agent', fields),
  // The servers that it names are connected to the agent and to nobody else.
  mcp_tool: () => ({ kind: 'unusable', cause: 'type', reason: 'a hook of type mcp_tool runs inside its agent only' }),
};

function readCommand(fields: Fields, { dialect }: Place): Handler | undefined {
  const command = fields.required('command');
  // A value that a command refers to is handed over in the words of a shell that reads `"$NAME"`.
  const shells = dialect === 'claude' ? (['bash', 'sh', 'powershell'] as const) : (['bash', 'sh'] as const);
  const shell = fields.choice<CommandHandler['shell']>('shell', shells, dialect === 'claude' ? 'bash' : 'sh');
  const args = fields.texts('args');
  const env = fields.environment('env');
  const workingDirectory = fields.text('working_directory');
  if (command === undefined || shell === undefined) return undefined;
  return { kind: 'command', command, args, shell, env, workingDirectory };
}

function readHttp(fields: Fields): Handler | undefined {
  const url = fields.required('url');
  const headers = fields.pairs('headers');
  const allowedVariables = fields.texts('allowedEnvVars') ?? [];
  if (url !== undefined && !/^https?:\/\//i.test(url))
    fields.expected('url', 'an address that begins with https:// or http://');
  return url === undefined ? undefined : { kind: 'http', url, headers, allowedVariables };
}

function readModel(kind: 'prompt' | 'agent', fields: Fields): Handler | undefined {
  const prompt = fields.required('prompt');
  const tools = fields.texts('allowedTools') ?? fields.texts('allowed_tools');
  const options = {
    runner: fields.text('runner'),
    model: fields.text('model'),
    base_url: fields.text('base_url'),
    api_key_env: fields.text('api_key_env'),
    cache: fields.truth('cache'),
    allowed_tool: tools?.map((tool) => tool.toLowerCase()),
    max_turns: fields.count('maxTurns') ?? fields.count('max_turns'),
  };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return prompt === undefined ? undefined : { kind, prompt, options: Object.fromEntries(given) };
}

function defaultTimeout(type: HandlerType, { event, dialect }: Place, { agent, sessionEnd }: UsualTimeouts): number {
  if (event === 'SessionEnd' && sessionEnd !== undefined)
    return (dialect === 'agent' ? agent : undefined) ?? sessionEnd;
  if (dialect === 'agent') return agent ?? 30;
  if (type === 'prompt') return 30;
  return type === 'agent' ? 60 : (eventKind(event)?.timeout ?? 600);
}

/**
 * The gate in place of a part of settings that holds one and cannot be read: it must not be one that is open.
 * @param place its matcher is `undefined` where that cannot be read either, and then the gate matches everything
 */
export function brokenGate(
  part: unknown,
  place: Pick<SettingsHook, 'event' | 'dialect' | 'matcher' | 'path'>,
): SettingsHook | undefined {
  if (!holdsGate(part)) return undefined;
  const reason = `${describePath(place.path)} is to block where it fails, and cannot be read`;
  const rest = { condition: undefined, timeout: 1, onFailure: 'block', unheard: false } as const;
  return { ...place, ...rest, handler: { kind: 'unusable', reason } };
}

/** Is there a gate in it, however deep? */
function holdsGate(part: unknown): boolean {
  const open = [part];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null) continue;
    if (gateKey(here) !== undefined) return true;
    for (const one of Object.values(here)) if (typeof one === 'object') open.push(one);
  }
  return false;
}

/** The key `onFailure`, also where it or its value is not quite right: nobody writes it for what happens anyway. */
export function gateKey(entry: object): string | undefined {
  return Object.entries(entry).find(([key, value]) => /^[oO]n[-_]?[fF]ailure$/.test(key) && value !== 'continue')?.[0];
}
