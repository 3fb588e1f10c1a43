import type { Field, PrintedItem, PrintedMap, PrintedValue } from '../../text/print-yaml.js';
import type { OpenOptions } from '../format.js';

/** What `hooks.github_actions` says of the jobs that hooks need. */
export interface GithubSettings {
  readonly runsOn: string | readonly string[];
  /** Steps in front of the hook in a job of its own. */
  readonly setup: readonly PrintedMap[];
  /** The environment whose reviewers answer for an approval. */
  readonly environment: string;
}

/** The shapes of the values are what the schema of the configuration lets through. */
export function readSettings(settings: OpenOptions['settings']): GithubSettings {
  const stated = (key: string) => settings?.get(`github_actions.${key}`);
  const setup = (stated('setup') ?? [{ uses: 'actions/checkout@v4' }]) as readonly Readonly<Record<string, unknown>>[];
  return {
    runsOn: (stated('runs_on') ?? 'ubuntu-latest') as string | readonly string[],
    setup: setup.map(printedMap),
    environment: (stated('environment') ?? 'hook-approval') as string,
  };
}

function printedMap(map: Readonly<Record<string, unknown>>): PrintedMap {
  return { fields: Object.entries(map).map(([key, value]): Field => ({ key, value: printed(value) })) };
}

function printed(value: unknown): PrintedValue {
  if (Array.isArray(value)) return value.map(printedItem);
  if (typeof value === 'object' && value !== null) return printedMap(value as Readonly<Record<string, unknown>>);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? '');
}

function printedItem(item: unknown): PrintedItem {
  const isMap = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isMap ? printedMap(item as Readonly<Record<string, unknown>>) : String(item);
}
