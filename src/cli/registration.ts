import { type RegistryHook, registryEvents } from '../model/registry.js';

/** What an orchestrator is told of a hook: optional fields only where the file gives them. */
interface RegisteredHook {
  readonly id: string;
  readonly handler: {
    readonly kind: 'script' | 'prompt' | 'agent';
    readonly command?: string;
    readonly prompt?: string;
    readonly args?: readonly string[];
    readonly timeout?: number;
    readonly env?: Readonly<Record<string, string>>;
  };
}

export type Registration = Readonly<Record<string, readonly RegisteredHook[]>>;

/** The hooks by event, in the order of a session, events of one's own behind them, and of one event in the order in which they were given. */
export function registration(hooks: readonly RegistryHook[]): Registration {
  const events = new Set<string>([
    ...registryEvents,
    ...hooks.flatMap((hook) => hook.events.map(({ value }) => value)),
  ]);
  const groups = [...events].map((event) => {
    const own = hooks.filter(({ events }) => events.some(({ value }) => value === event));
    return [event, own.map(registered)] as const;
  });
  return Object.fromEntries(groups.filter(([, own]) => own.length > 0));
}

function registered({ id, handler }: RegistryHook): RegisteredHook {
  const { runs, timeout } = handler;
  const limit = timeout === undefined ? {} : { timeout };
  if (runs.kind !== 'script') {
    return { id: id.value, handler: { kind: runs.kind, prompt: runs.prompt, ...runs.options, ...limit } };
  }
  const { kind, command, args, environment } = runs;
  const env = environment.size > 0 ? { env: Object.fromEntries(environment) } : {};
  return { id: id.value, handler: { kind, command, ...(args && { args }), ...limit, ...env } };
}
