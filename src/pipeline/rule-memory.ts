import { isDeepStrictEqual } from 'node:util';
import { createCollector, type Diagnostic } from '../diagnostics/diagnostics.js';
import { frozen } from '../lang/frozen.js';
import type { RuleSet } from '../model/rule.js';
import { type Configured, readRules } from './read-rules.js';

/** What a configuration came to, with what there is to report of it. */
interface RulesRead {
  readonly rules: RuleSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a configuration once, as long as the same one comes again: then the rules are the same objects, which nobody can change. */
export interface RuleMemory {
  read(configured: Configured): RulesRead;
}

export function createRuleMemory(): RuleMemory {
  let kept: { readonly of: ReturnType<typeof valuesOf>; readonly read: RulesRead } | undefined;
  return {
    read(configured) {
      // Front ends are functions, of which nobody can tell whether they do the same.
      if (configured.options?.frontends) return rulesOf(configured);
      const values = valuesOf(configured);
      if (kept && isDeepStrictEqual(kept.of, values)) return kept.read;
      kept = { of: values, read: frozen(rulesOf(configured)) };
      return kept.read;
    },
  };
}

export function rulesOf(configured: Configured): RulesRead {
  const { report, all } = createCollector();
  const { rules } = readRules(configured, report);
  return { rules, diagnostics: all() };
}

/** Copies, because the caller may change what is theirs. */
function valuesOf({ configuration, options = {} }: Configured) {
  const { format, targetVersion, assumeVersion, baseConfig } = options;
  const files = configuration.map(({ path, text, layer, isPack, packs }) => {
    return { path, text, layer, isPack, packs: packs && new Map(packs) };
  });
  return { files, format, targetVersion, assumeVersion, baseConfig, variables: new Map(options.variables) };
}
