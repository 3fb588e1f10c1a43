import type { Report } from '../diagnostics/diagnostics.js';
import { findSetting, knownSettings, type Setting, settingFile } from '../frontends/setting-files.js';
import { nearestName } from '../lang/nearest.js';
import type { ConfigurationFile } from '../model/layer.js';

/** Settings given with `--set name=value`, each as a configuration of its own; of one name the last counts. */
export function readSetOptions(settings: readonly string[], report: Report): readonly ConfigurationFile[] {
  const files = new Map<string, ConfigurationFile>();
  for (const text of settings) {
    const equals = text.indexOf('=');
    if (equals <= 0) {
      report('DW340', { setting: text });
      continue;
    }
    const name = text.slice(0, equals);
    const setting = findSetting(name);
    if (setting) {
      files.delete(name);
      files.set(name, settingFile(setting, text.slice(equals + 1), { path: `--set ${name}`, layer: 'command-line' }));
    } else {
      const known = [...knownSettings().map((one) => one.name), 'hooks.vars.NAME'];
      report('DW341', { name, nearest: nearestSetting(name, known), known });
    }
  }
  return [...files.values()];
}

/** The first key is easily left out. */
function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const whole = `hooks.${name}`;
  return known.includes(whole) ? whole : (nearestName(name, known) ?? nearestName(whole, known));
}

/** Settings in variables such as `DAGWEAVE_HOOKS_ENABLED`, in the order of their names; an empty one counts as none. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  report: Report,
): readonly ConfigurationFile[] {
  const given = Object.keys(environment).filter((name) => name.startsWith('DAGWEAVE_HOOKS_') && environment[name]);
  if (given.length === 0) return [];
  const known = new Map(knownSettings().map((setting) => [variableName(setting), setting]));
  return given.sort().flatMap((name) => {
    const setting = known.get(name);
    if (setting) return settingFile(setting, environment[name]!, { path: name, layer: 'environment' });
    report('DW342', { name, nearest: nearestName(name, known.keys()), known: [...known.keys()] });
    return [];
  });
}

function variableName({ name }: Setting): string {
  return `DAGWEAVE_${name.toUpperCase().replaceAll('.', '_')}`;
}
