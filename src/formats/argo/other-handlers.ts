import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, pairOf, present } from '../../text/yaml-access.js';
import type { ArgoDocument } from './document.js';
import type { FormerHandler } from './exit-handler.js';
import type { Library } from './library.js';
import { spansIn } from './spans.js';

/**
 * A workflow that runs a resource as its own may name what runs at its end. Of `onExit` there, its own goes before that of the
 * resource; `hooks.exit` is what runs where no `onExit` is left.
 */
export function reportOtherHandlers(
  document: ArgoDocument,
  { hooks, former }: { readonly hooks: readonly string[]; readonly former: FormerHandler },
  library: Library,
  report: Report,
): void {
  for (const { kind, name, spec, file } of library.runsOf(document)) {
    const own = pairOf(spec, 'onExit');
    const lifecycle = asMap(pairOf(spec, 'hooks')?.value);
    const exit = lifecycle && pairOf(lifecycle, 'exit');
    const args = { kind, name, resource: document.name, rules: hooks };
    if (own && present(own.value)) report('DW643', { ...args, key: 'onExit' }, { span: spansIn(file)(own.value) });
    else if (exit && present(exit.value) && !hasOnExit(former))
      report('DW643', { ...args, key: 'hooks.exit' }, { span: spansIn(file)(exit.key) });
  }
}

/** Then `hooks.exit` of others did not run before either. */
function hasOnExit(former: FormerHandler): boolean {
  return former.kind === 'template' && former.pair !== undefined;
}
