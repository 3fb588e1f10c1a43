import type { ModelHandler } from './event.js';
import type { Located } from './layer.js';
import type { Span } from './source.js';

/** The events that the registry knows, in the order of a session. */
export const registryEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreAbilityCall',
  'PostAbilityCall',
  'SessionStop',
  'SessionEnd',
] as const;
export type RegistryEvent = (typeof registryEvents)[number];

/** What an orchestrator may call an event of its own. */
export const ownEventName = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;

/** What lies there is meant as a hook, whatever it says. */
export function liesInRegistry(path: string): boolean {
  return /(^|[\\/])\.system[\\/]hooks[\\/][^\\/]+$/.test(path);
}

/** One file of the registry. */
export interface RegistryHook {
  readonly id: Located<string>;
  /** At least one, each once; beside those that the registry knows, any that an orchestrator has. */
  readonly events: readonly Located<string>[];
  readonly enabled: boolean;
  readonly summary: string | undefined;
  /** `undefined` for all. */
  readonly environments: Located<readonly string[]> | undefined;
  readonly match: RegistryMatch;
  readonly handler: RegistryHandler;
  /** Its failure, or an `error` in its answer, stops what it was asked about. */
  readonly blocking: boolean;
  readonly span: Span;
}

/** Seconds that a handler may take where its file states none: it may well run a build. */
export const usualTimeout = 600;

/** What has to hold, all of it, for a hook to run; what is `undefined` always holds. */
export interface RegistryMatch {
  /** Patterns of names of abilities. */
  readonly abilities: readonly Located<string>[] | undefined;
  readonly operationKeys: readonly Located<string>[] | undefined;
  readonly statuses: Located<readonly AbilityStatus[]> | undefined;
  readonly minDuration: Located<number> | undefined;
  /** Globs of paths: one that changed has to match one of them. */
  readonly changedPaths: readonly Located<string>[] | undefined;
}

export const abilityStatuses = ['success', 'failure', 'skipped'] as const;
type AbilityStatus = (typeof abilityStatuses)[number];

export interface RegistryHandler {
  readonly runs: RegistryScript | ModelHandler;
  /** Seconds. */
  readonly timeout: number | undefined;
  readonly span: Span;
  /** Where each of its fields was written, by name. */
  readonly fieldSpans: ReadonlyMap<string, Span>;
}

/** A program, or a line of shell text where no `args` are given. */
interface RegistryScript {
  readonly kind: 'script';
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly environment: ReadonlyMap<string, string>;
}
