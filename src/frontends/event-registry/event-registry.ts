import { type Report, silent } from '../../diagnostics/diagnostics.js';
import { type ConfigurationFile, type Layer, noSettings } from '../../model/layer.js';
import { liesInRegistry, type RegistryHook } from '../../model/registry.js';
import { reportProblem } from '../../text/problems.js';
import { pairOf } from '../../text/yaml-access.js';
import { type ConfigurationText, parseConfiguration } from '../configuration-text.js';
import type { Frontend } from '../frontend.js';
import { readWritten } from '../written.js';
import { readRegistryHook } from './hook.js';
import { registryRules } from './rules.js';

/** The event registry: `.system/hooks/*.yaml`, one hook a file, in force by being there. */
export const eventRegistry: Frontend = {
  accepts: isHook,
  read: readLayer,
  empty: reportEmpty,
};

function isHook({ file, root }: Pick<ConfigurationText, 'file' | 'root'>): boolean {
  return liesInRegistry(file.path) || ownKeys.filter((key) => pairOf(root, key)).length > 1;
}

/** Two of these keys identify a hook file, so that a file elsewhere is known by what it says, mistakes and all. */
const ownKeys = ['id', 'event_type', 'handler', 'effects'];

/** Is it a file of the registry? What cannot be parsed is one only where it lies among the others. */
export function isRegistryFile(file: ConfigurationFile): boolean {
  if (liesInRegistry(file.path)) return true;
  const text = parseConfiguration(file, silent);
  return text !== undefined && isHook(text);
}

/** One hook for those who run it outside of a DAG. `undefined` without one, or where its mistakes were reported. */
export function readHookFile(file: ConfigurationFile, report: Report): RegistryHook | undefined {
  const text = parseConfiguration(file, report, () => reportEmpty(file, report));
  return text && readHook(text, report);
}

/** One who put it there means something by it. */
function reportEmpty({ path }: ConfigurationFile, report: Report): void {
  if (liesInRegistry(path)) report('DW353', {}, { span: { file: path, start: 0, end: 0 } });
}

function readLayer(text: ConfigurationText, report: Report): Layer {
  const hook = readHook(text, report);
  const { file, root } = text;
  return {
    name: file.layer,
    settings: noSettings,
    definitions: new Map(),
    rules: hook ? registryRules(hook, report) : [],
    faulty: { steps: new Set(), rules: !hook },
    inForce: hook?.span ?? { file: file.path, start: root.start, end: root.end },
  };
}

function readHook({ file, root, problems }: ConfigurationText, report: Report): RegistryHook | undefined {
  for (const problem of problems) reportProblem(file.path, problem, report);
  const written = readWritten(file.path, root, report);
  return written?.kind === 'map' ? readRegistryHook(written, report) : undefined;
}
