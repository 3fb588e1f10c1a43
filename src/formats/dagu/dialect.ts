/** Which Dagu a text is for. `both` means that it is valid for either and that nobody said which. */
export type Dialect = 'v1' | 'v2' | 'both';

/** The engines that may read a text of that dialect. */
export function enginesOf(dialect: Dialect): readonly ('v1' | 'v2')[] {
  return dialect === 'both' ? ['v1', 'v2'] : [dialect];
}

/** What a text for a version of Dagu is written in, or why there is no dialect for it. */
export type TargetVersion =
  | { readonly dialect: 'v1' | 'v2'; readonly refusesEntryNames: boolean }
  | { readonly refused: 'unknown' | 'early 2.x' };

/** Reads `1.30`, `v1.30.2`, `2`, `2.15`. Dagu 2.0 to 2.6 is neither of the two: it runs a chain by default, takes no `depends` in one, and no `run`. */
export function parseVersion(text: string): TargetVersion {
  const match = /^v?([12])(?:\.(\d{1,3})(?:\.(\w{1,20}))?)?$/.exec(text.trim());
  if (!match) return { refused: 'unknown' };
  if (match[1] === '1') return { dialect: 'v1', refusesEntryNames: false };
  const [minor, patch] = [Number(match[2] ?? Number.POSITIVE_INFINITY), Number(match[3] ?? Number.POSITIVE_INFINITY)];
  if (minor < 7) return { refused: 'early 2.x' };
  return { dialect: 'v2', refusesEntryNames: minor > 7 || !(patch < 17) };
}

/** Keys of the first level that only one of the two knows, besides those distinguished by their spelling. */
const rootKeys = {
  v1: new Set(['precondition']),
  v2: new Set(['consts', 'defaults', 'actions', 'labels', 'tools', 'webhook', 'harness', 'harnesses']),
};

const stepKeys = {
  v1: new Set(['executor', 'precondition', 'dir']),
  v2: new Set(['action', 'with', 'approval', 'foreach', 'outputs', 'inputs']),
};

/** Which version a key of the root speaks for: camelCase is 1.x, snake_case is 2.x. */
export function dialectOfRootKey(key: string): 'v1' | 'v2' | undefined {
  return dialectOfKey(key, rootKeys);
}

export function dialectOfStepKey(key: string): 'v1' | 'v2' | undefined {
  return dialectOfKey(key, stepKeys);
}

function dialectOfKey(key: string, known: { readonly v1: ReadonlySet<string>; readonly v2: ReadonlySet<string> }) {
  if (ofBoth.has(key)) return undefined;
  if (known.v1.has(key)) return 'v1';
  if (known.v2.has(key)) return 'v2';
  // What other languages call `depends` shows no version.
  if (/^[a-z]+_[a-z_]+$/.test(key) && key !== 'depends_on') return 'v2';
  if (camelCaseOf1x.has(key.toLowerCase())) return 'v1';
  return undefined;
}

/** The keys that nearly every step and document has, to be done with them quickly. */
const ofBoth: ReadonlySet<string> = new Set(
  'name id description steps env params command script call depends output type shell tags schedule'.split(' '),
);

/** 1.x takes keys in any case (`logoutput`), so they are compared in lower case. */
const camelCaseOf1x: ReadonlySet<string> = new Set(
  [
    'handlerOn maxActiveSteps maxActiveRuns timeoutSec delaySec workingDir logDir logOutput histRetentionDays',
    'workerSelector skipIfSuccessful mailOn errorMail infoMail waitMail restartWaitSec maxCleanUpTimeSec maxOutputSize',
    'runConfig registryAuths continueOn retryPolicy repeatPolicy mailOnError signalOnStop shellPackages',
  ].flatMap((line) => line.toLowerCase().split(' ')),
);
