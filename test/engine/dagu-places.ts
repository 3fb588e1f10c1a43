import type { Level } from '../../src/formats/dagu/field-table.js';

export type Spelled = Readonly<Record<'v1' | 'v2', string>>;

/** A file with one field, and with all that the engine needs besides. */
export function textWith(level: Level, version: 'v1' | 'v2', key: string, value: string): string {
  const line = `${key}: ${value}`;
  const place = places[level];
  return typeof place === 'function' ? place(key, line, version) : fieldsIn(place, key, line, version);
}

const step = 'steps:\n  - name: a\n    command: make\n';
const kid = `---\nname: kid\n${step}`;

/** Under which keys the mapping is, the last of them of a step or of a DAG, and its other fields. */
interface Under {
  readonly of: 'a step' | 'a DAG';
  readonly keys: Spelled;
  readonly beside?: Readonly<Record<string, string>>;
  readonly isItem?: true;
}

type Place = Under | ((key: string, line: string, version: 'v1' | 'v2') => string);

function fieldsIn({ of, keys, beside = {}, isItem }: Under, key: string, line: string, version: 'v1' | 'v2'): string {
  const others = Object.entries(beside).filter(([other]) => other !== key && isRead(other, version));
  const map = `{${[line, ...others.map(([other, value]) => `${other}: ${value}`)].join(', ')}}`;
  const field = `${keys[version]}: ${isItem ? `[${map}]` : map}`;
  return of === 'a DAG' ? `${field}\n${step}` : `${step}    ${field}\n`;
}

function isRead(key: string, version: 'v1' | 'v2'): boolean {
  return version === 'v1' ? !key.includes('_') : !/[A-Z]/.test(key);
}

function same(key: string): Spelled {
  return { v1: key, v2: key };
}

const retries = { limit: '1', intervalSec: '1', interval_sec: '1' };

const places: Readonly<Record<Level, Place>> = {
  document: (_, line) => `${line}\n${step}`,
  step: (key, line) => {
    const first = key === 'name' ? line : `name: b\n    ${line}`;
    const id = ['inputs', 'outputs'].includes(key) ? '    id: x\n' : '';
    const works = ['command', 'run', 'script', 'exec', 'action', 'foreach', 'executor'].includes(key);
    const calls = ['call', 'parallel', 'params'].includes(key);
    const work =
      works || key === 'call'
        ? ''
        : calls
          ? '    call: kid\n'
          : key === 'with'
            ? '    action: log.write\n'
            : '    command: make\n';
    return `type: graph\n${step}  - ${first}\n${id}${work}${calls ? kid : ''}`;
  },
  handlers: { of: 'a DAG', keys: { v1: 'handlerOn', v2: 'handler_on' } },
  defaults: { of: 'a DAG', keys: same('defaults') },
  foreach: (key, line) => {
    const others = ['items: [x]', 'steps: [{name: k, run: make}]'].filter((other) => !other.startsWith(`${key}:`));
    return `steps:\n  - name: b\n    foreach: {${[line, ...others].join(', ')}}\n`;
  },
  parallel: (key, line) =>
    `steps:\n  - name: b\n    call: kid\n    parallel: {${line}${key === 'items' ? '' : ', items: [x]'}}\n${kid}`,
  condition: (key, line) =>
    `${step}    preconditions: [{${line}${key === 'condition' || key === 'eval' ? '' : ', condition: "true"'}}]\n`,
  continueOn: { of: 'a step', keys: { v1: 'continueOn', v2: 'continue_on' } },
  retries: { of: 'a step', keys: { v1: 'retryPolicy', v2: 'retry_policy' }, beside: retries },
  runRetries: { of: 'a DAG', keys: { v1: 'retryPolicy', v2: 'retry_policy' }, beside: { limit: '1' } },
  repetition: {
    of: 'a step',
    keys: { v1: 'repeatPolicy', v2: 'repeat_policy' },
    beside: { repeat: 'while', condition: '"true"' },
  },
  output: { of: 'a step', keys: same('output') },
  executor: { of: 'a step', keys: same('executor'), beside: { type: 'shell' } },
  approval: { of: 'a step', keys: same('approval') },
  exec: (key, line) => `steps:\n  - name: a\n    exec: {${line}${key === 'command' ? '' : ', command: make'}}\n`,
  container: (key, line) =>
    `${step}    container: {${line}${key === 'exec' || key === 'image' ? '' : ', image: alpine'}}\n`,
  schedule: { of: 'a DAG', keys: same('schedule') },
  smtp: { of: 'a DAG', keys: same('smtp') },
  mailOn: { of: 'a DAG', keys: { v1: 'mailOn', v2: 'mail_on' } },
  mail: { of: 'a DAG', keys: { v1: 'errorMail', v2: 'error_mail' } },
  runConfig: { of: 'a DAG', keys: { v1: 'runConfig', v2: 'run_config' } },
  ssh: { of: 'a DAG', keys: same('ssh'), beside: { user: 'u', host: 'h' } },
  secret: { of: 'a DAG', keys: same('secrets'), beside: { name: 'A', provider: 'env', key: 'B' }, isItem: true },
  llm: { of: 'a DAG', keys: same('llm'), beside: { provider: 'openai', model: 'x' } },
  thinking: (_, line) => `llm: {provider: openai, model: x, thinking: {${line}}}\n${step}`,
  message: (key, line) =>
    `steps:\n  - name: a\n    type: chat\n    llm: {provider: openai, model: x}\n    messages: [{${line}, ${key === 'role' ? 'content: x' : 'role: user'}}]\n`,
  artifacts: { of: 'a DAG', keys: same('artifacts') },
  resources: { of: 'a DAG', keys: same('resources') },
  limits: (_, line) => `resources: {limits: {${line}}}\n${step}`,
  webhook: { of: 'a DAG', keys: same('webhook') },
};

export const levels = Object.keys(places) as readonly Level[];
