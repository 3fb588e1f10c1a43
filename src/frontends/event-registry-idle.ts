import type { Report } from '../diagnostics/diagnostics.js';
import { type RegistryEvent, type RegistryHook, registryEvents } from '../model/registry.js';
import type { Span } from '../model/source.js';

/** What a hook asks for must not be dropped in silence where none of its events knows of it. */
export function warnOfIdleMatch({ events, match }: RegistryHook, report: Report): void {
  const known: readonly string[] = registryEvents;
  // What an event of somebody's own tells is not known here.
  if (events.some(({ value }) => !known.includes(value))) return;
  const hears = (...some: readonly RegistryEvent[]) =>
    events.some(({ value }) => (some as readonly string[]).includes(value));
  const warn = (field: string, span: Span | undefined, because: string) => {
    if (span) report('DW326', { field, because }, { span });
  };
  if (!hears('PostAbilityCall')) {
    const because = 'only PostAbilityCall tells how a call went';
    warn('status', match.statuses?.span, because);
    warn('min_duration_ms', match.minDuration?.span, because);
  }
  if (hears('PreAbilityCall', 'PostAbilityCall')) return;
  const because = 'the event is not about one ability';
  warn('ability_scope', match.abilities?.[0]?.span, because);
  warn('operation_key', match.operationKeys?.[0]?.span, because);
}
