import type { CliRunnerName } from './cli-runners.js';

/** A model behind an HTTP address, in one of the two protocols that nearly all services speak. */
export interface Service {
  readonly protocol: HttpRunnerName;
  /** Where the protocol's paths begin, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly model: string;
}

export type HttpRunnerName = 'openai' | 'anthropic';

export interface ServiceSettings {
  readonly protocol: HttpRunnerName;
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
  /** Name of the environment variable with the key. */
  readonly keyVariable: string | undefined;
}

export type FoundService =
  | { readonly ok: true; readonly service: Service }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks what a step says about its service, before anything is sent. A service of one's own (`base_url`) may need no key.
 * The reason of a refusal names the way out and never the key.
 */
export function findService(settings: ServiceSettings, variable: (name: string) => string | undefined): FoundService {
  const { protocol, model } = settings;
  if (model === undefined) return refused(`the runner ${protocol} needs a model: add --model NAME`);
  const own = ownAddress(settings, variable);
  const address = own ?? defaultsOf[protocol].baseUrl;
  if (!isAddress(address))
    return refused(
      `"${address}" is not an http or https address: correct ${settings.baseUrl === undefined ? defaultsOf[protocol].addressVariable : '--base-url'}`,
    );
  const keyVariable = keyVariableOf(settings);
  const key = variable(keyVariable)?.trim() || undefined;
  const keyNeeded = own === undefined || settings.keyVariable !== undefined;
  if (key === undefined && keyNeeded)
    return refused(
      `there is no key: set ${keyVariable} in the environment of the step, which an engine may not hand on`,
    );
  if (key !== undefined && /[^\x21-\x7e]/.test(key)) return refused(`${keyVariable} has characters that no key has`);
  return { ok: true, service: { protocol, model, key, baseUrl: withVersion(protocol, address) } };
}

/** Where a service of one's own is, as the step says it or else the environment. */
export function ownAddress(
  { protocol, baseUrl }: Pick<ServiceSettings, 'protocol' | 'baseUrl'>,
  variable: (name: string) => string | undefined,
): string | undefined {
  return baseUrl ?? (variable(defaultsOf[protocol].addressVariable)?.trim() || undefined);
}

export function keyVariableOf(settings: Pick<ServiceSettings, 'protocol' | 'keyVariable'>): string {
  return settings.keyVariable ?? defaultsOf[settings.protocol].keyVariable;
}

const defaultsOf: Readonly<Record<HttpRunnerName, Defaults>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    keyVariable: 'ANTHROPIC_API_KEY',
    addressVariable: 'ANTHROPIC_BASE_URL',
  },
};

interface Defaults {
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** Of the environment, as the libraries of these services read it: where a service of one's own is. */
  readonly addressVariable: string;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** Addresses of Anthropic's kind are commonly given without the version, those of OpenAI's kind with it. */
function withVersion(protocol: HttpRunnerName, address: string): string {
  const base = address.replace(/(?<!\/)\/+$/, '');
  return protocol === 'anthropic' && !base.endsWith('/v1') ? `${base}/v1` : base;
}

function refused(reason: string): FoundService {
  return { ok: false, reason };
}

/** Which model is asked, and how it is reached. */
export interface Target {
  readonly runner: CliRunnerName | HttpRunnerName;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** Name of the environment variable with the key; the protocol's usual one unless given. */
  readonly keyVariable: string | undefined;
  readonly maxTokens: number | undefined;
}

export type ModelReply = { readonly kind: 'answer'; readonly text: string } | Unable;

export interface Unable {
  readonly kind: 'unable';
  readonly reason: string;
  /** Another try may well succeed. */
  readonly passing: boolean;
}
