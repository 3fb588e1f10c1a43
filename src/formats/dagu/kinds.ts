import { trimSpace } from '../../text/trim-space.js';
import { isCron, zoneOf } from './cron.js';
import type { Kind } from './value-kinds.js';

/** Kinds of values by the names that they have in the table of fields, which asks for them when all here is made. */
export function kindCalled(name: KindName): Kind {
  return kinds[name];
}

export type KindName = keyof typeof kinds;

const signals: ReadonlySet<string> = new Set(
  [
    'ABRT ALRM BUS CHLD CONT FPE HUP ILL INT IO KILL PIPE PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU',
    'URG USR1 USR2 VTALRM WINCH XCPU XFSZ',
  ].flatMap((line) => line.split(' ').map((name) => `SIG${name}`)),
);

const text: Kind = { called: ['text'], scalars: ['text'] };
const mapping: Kind = { called: ['mapping'], scalars: [], values: 'any' };
const whole: Kind = { called: ['whole number'], scalars: ['number'] };
const textOrMapping: Kind = { called: ['text', 'mapping'], scalars: ['text'], values: 'any' };
const cron: Kind = {
  called: ['cron expression of five fields'],
  toWrite: 'a cron expression such as `0 5 * * 1-5`, with 0 for a Sunday,',
  scalars: ['text'],
  texts: isCron,
  explain: (one) => {
    const zone = zoneOf(one);
    return zone === undefined || zone.isKnown
      ? undefined
      : {
          why: `names the time zone \`${zone.name}\`, which is not in the database of time zones`,
          instead: 'Write the name of one, such as `UTC` or `America/New_York`, in these letters.',
        };
  },
};
const isFilled = (one: string) => one !== '';
const isWritten = (one: string) => trimSpace(one) !== '';
const providers: ReadonlySet<string> = new Set(
  `openai openai-codex anthropic gemini google openrouter local ollama vllm llama zai zhipu zhipuai glm opencode`.split(
    ' ',
  ),
);
const isWhole = (one: string) => /^[-+]?\d+$/.test(one);
const isFromZero = (one: string) => Number(one) >= 0;
const isFactor = (one: string) => Number(one) <= 0 || Number(one) > 1;
const flag: Kind = { called: ['truth value'], toWrite: '`true` or `false`', scalars: ['flag'] };
const positive: Kind = {
  called: ['whole number from 1 on'],
  scalars: ['number'],
  numbers: (one) => Number(one) >= 1,
};
const filledText: Kind = { ...text, texts: isFilled };
const scalar: Kind = { called: ['text'], scalars: ['text', 'number', 'flag'] };
const parallelItem: Kind = {
  called: ['text', 'number', 'mapping of texts'],
  scalars: ['text', 'number'],
  values: { ...scalar, isGiven: true },
  isGiven: true,
};
const parallelItems: Kind = {
  called: ['text', 'list'],
  scalars: ['text'],
  texts: isFilled,
  items: parallelItem,
  isFilled: true,
};
const conditions: Kind = {
  called: ['text', 'list of texts and mappings'],
  scalars: ['text'],
  items: textOrMapping,
  values: 'any',
};
const wholeInAnyForm: Kind = { called: ['whole number'], scalars: ['text', 'number'], texts: isWhole };

const kinds = {
  text,
  whole,
  mapping,
  flag,
  number: { called: ['number'], scalars: ['number'] },
  count: { called: ['whole number from 0 on'], scalars: ['number'], numbers: isFromZero },
  positive,
  list: { called: ['list'], scalars: [], items: 'any' },
  filledList: { called: ['list'], scalars: [], items: 'any', isFilled: true },
  texts: { called: ['list of texts'], scalars: [], items: text },
  wholes: { called: ['list of whole numbers'], scalars: [], items: whole },
  mappings: { called: ['list of mappings'], scalars: [], items: mapping },
  mappingOfTexts: { called: ['mapping of texts'], scalars: [], values: text },
  textOrMapping,
  textOrList: { called: ['text', 'list'], scalars: ['text'], items: 'any' },
  textOrTexts: { called: ['text', 'list of texts'], scalars: ['text'], items: text },
  textOrMappings: { called: ['text', 'list of mappings'], scalars: ['text'], items: mapping },
  parallel: { ...parallelItems, called: ['text', 'list', 'mapping'], values: 'any' },
  parallelItems: { ...parallelItems, isGiven: true },
  /** A mapping is looked at with its own fields. */
  container: { ...textOrMapping, texts: isFilled },
  declarations: { called: ['list of mappings'], scalars: [], items: mapping, isFilled: true },
  textsOrMapping: {
    called: ['text', 'list of texts and mappings', 'mapping'],
    scalars: ['text'],
    items: textOrMapping,
    values: 'any',
  },
  /** A list of these is an error of its own where there are more than texts in it. */
  command: { called: ['text'], scalars: ['text'], items: 'any' },
  needs: { called: ['text'], scalars: ['text'], items: 'any', values: 'any' },
  conditions,
  conditionsOf2: { ...conditions, texts: isWritten, items: { ...textOrMapping, texts: isWritten } },
  environment: {
    called: ['mapping', 'list of `KEY=value`'],
    scalars: [],
    values: 'any',
    items: { called: ['`KEY=value`'], scalars: ['text'], texts: (one) => one.includes('='), values: 'any' },
  },
  wholeOrText: {
    called: ['whole number', 'text with a variable'],
    scalars: ['text', 'number'],
    numbers: isWhole,
  },
  wholeOrVariable: {
    called: ['whole number', 'text with a variable'],
    scalars: ['text', 'number'],
    texts: (one) => isWhole(one) || /[$`]/.test(one),
    numbers: isWhole,
  },
  numeric: {
    called: ['whole number from 0 on'],
    scalars: ['text', 'number'],
    texts: (one) => /^\+?\d+$/.test(one),
    numbers: (one) => isWhole(one) && isFromZero(one),
  },
  port: {
    called: ['whole number from 0 on', 'text'],
    scalars: ['text', 'number'],
    numbers: (one) => isWhole(one) && isFromZero(one),
  },
  factor: {
    called: ['truth value', 'number above 1 with a point in it'],
    toWrite: '`true` or a number such as `2.0`',
    scalars: ['flag', 'number'],
    // The engine takes no whole number from 0 on for a number here, and any that would change nothing.
    numbers: (one) => one.startsWith('-') || (!isWhole(one) && isFactor(one)),
  },
  anyFactor: { called: ['truth value', 'number above 1'], scalars: ['flag', 'number'], numbers: isFactor },
  givenText: { ...text, isGiven: true },
  filledText: { ...filledText, isGiven: true },
  writtenText: { ...text, texts: isWritten, isGiven: true },
  givenFlag: { ...flag, isGiven: true },
  givenPositive: { ...positive, isGiven: true },
  givenItems: { called: ['text', 'list'], scalars: ['text'], texts: isFilled, items: 'any', isGiven: true },
  exitCodes: {
    called: ['whole number', 'list of whole numbers'],
    scalars: ['text', 'number'],
    texts: isWhole,
    items: wholeInAnyForm,
    isGiven: true,
  },
  signal: {
    called: ['signal'],
    toWrite: '`SIGTERM` or the name of another signal',
    scalars: ['text'],
    texts: (one) => signals.has(one),
  },
  continuing: {
    scalars: ['text'],
    called: ['`failed`', '`skipped`', 'mapping'],
    toWrite: '`failed`, `skipped` or a mapping such as `{failed: true}`',
    texts: (one) => /^(?:failed|skipped)$/i.test(trimSpace(one)),
    values: 'any',
  },
  logOutput: oneOf('separate merged'),
  overlap: oneOf('skip all latest'),
  repetition: {
    called: ['`while`', '`until`', 'truth value'],
    toWrite: '`while`, `until`, `true` or `false`',
    scalars: ['text', 'flag'],
    texts: (one) => one === 'while' || one === 'until',
  },
  role: {
    called: ['`system`', '`user`', '`assistant`', '`tool`'],
    scalars: ['text'],
    texts: (one) => /^(?:system|user|assistant|tool)$/.test(one),
  },
  worker: { called: ['`local`', 'mapping'], scalars: ['text'], texts: (one) => one === 'local', values: 'any' },
  /** Numbers and truth values are made texts. */
  scalar,
  truthWord: {
    called: ['`always`', '`never`', '`missing`', 'truth value'],
    scalars: ['text', 'flag'],
    texts: (one) => /^(?:always|never|missing|1|0|[tf]|[TF]|true|false|TRUE|FALSE|True|False|)$/.test(one),
  },
  temperature: numberTo(2),
  share: numberTo(1),
  provider: {
    called: ['provider'],
    toWrite: '`openai`, `anthropic`, `gemini`, `openrouter` or `local`',
    scalars: ['text'],
    // A variable is looked at when the step runs.
    texts: (one) => one === '' || one.includes('$') || providers.has(one),
  },
  effort: {
    called: ['`low`', '`medium`', '`high`', '`xhigh`'],
    scalars: ['text'],
    texts: (one) => /^(?:low|medium|high|xhigh|)$/.test(one),
  },
  anything: { called: [], scalars: ['text', 'number', 'flag'], items: 'any', values: 'any' },
  schedule: scheduleWith(cron),
  times: timesWith(cron),
  scheduleOf2: scheduleWith({ ...cron, values: 'any', keys: ['at'] }),
  timesOf2: { ...timesWith({ ...cron, values: 'any', keys: ['at'] }), values: 'any' },
} as const satisfies Readonly<Record<string, Kind>>;

function oneOf(words: string): Kind {
  const known = words.split(' ');
  return {
    called: known.map((word) => `\`${word}\``),
    scalars: ['text'],
    // The engine reads them in any case, and takes an empty text for none.
    texts: (one) => one.trim() === '' || known.includes(one.trim().toLowerCase()),
  };
}

function numberTo(highest: number): Kind {
  return {
    called: [`number from 0 to ${highest}`],
    scalars: ['number'],
    numbers: (one) => Number(one) >= 0 && Number(one) <= highest,
  };
}

function scheduleWith(time: Kind): Kind {
  return { ...cron, items: time, values: 'any', keys: ['start', 'stop', 'restart'] };
}

function timesWith(time: Kind): Kind {
  return { ...time, items: time, isGiven: true };
}
