import type { Report } from '../diagnostics/diagnostics.js';
import type { RegistryEvent, RegistryHook } from '../model/registry.js';
import type { Span } from '../model/source.js';

/** What a hook asks for must not be dropped in silence where none of its events knows of it. */
export function warnOfIdleMatch({ events, match }: RegistryHook, report: Report): void {
  const hears = (...some: readonly RegistryEvent[]) => events.some(({ value }) => some.includes(value));
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
