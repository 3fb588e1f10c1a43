import { dirname } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import type { Layer } from '../model/layer.js';
import { reportProblem } from '../text/problems.js';
import { pairOf } from '../text/yaml-access.js';
import type { YamlNode } from '../text/yaml-node.js';
import type { ConfigurationText } from './configuration-text.js';
import type { Frontend } from './frontend.js';
import { frameSchema } from './hooks-schema.js';
import { readRules } from './native-rules.js';
import { below, readSettings } from './native-settings.js';
import { readDefinitions } from './native-steps.js';
import { readWritten } from './read-written.js';
import { check } from './schema-issues.js';
import type { WrittenMap } from './written.js';

/** The `hooks` section: `step_definitions` and `injections`, inside a larger configuration or as a file of its own. */
export const native: Frontend = {
  name: 'native',
  accepts: () => true,
  read: readNative,
};

function readNative(text: ConfigurationText, report: Report): Layer | undefined {
  const section = findSection(text, report);
  if (!section) return undefined;
  const { file } = text;
  for (const problem of text.problems) {
    if (problem.start >= section.start && problem.end <= section.end) reportProblem(file.path, problem, report);
  }
  const written = readWritten(file.path, section, report);
  if (!written || (written.kind === 'scalar' && written.value === null)) return undefined;
  const fields = check(frameSchema, written, 'the `hooks` section', report);
  if (written.kind !== 'map') return undefined;
  const settings = readSettings(fields ?? {}, written, dirname(file.path));
  const promptsDirectory = settings.promptsDirectory?.value ?? below(dirname(file.path), 'prompts');
  const definitions = readDefinitions(part(written, 'step_definitions'), promptsDirectory, report);
  const { rules, complete } = readRules(part(written, 'injections'), promptsDirectory, report);
  return {
    name: file.layer,
    settings,
    definitions: definitions.read,
    rules,
    faulty: { steps: definitions.faulty, rules: !complete || !fields },
    inForce: undefined,
  };
}

const ownKeys = ['step_definitions', 'injections'];

/** The value of `hooks`, or the whole file where that is the section itself. */
function findSection({ file, root, problems }: ConfigurationText, report: Report): YamlNode | undefined {
  const spanOf = (node: { start: number; end: number }) => ({ file: file.path, start: node.start, end: node.end });
  const hooks = pairOf(root, 'hooks');
  if (!hooks) {
    if ([...ownKeys, 'enabled'].some((key) => pairOf(root, key))) return root;
    const key = root.pairs.map((pair) => pair.key).find((one) => nearestName(one.value, ['hooks']));
    if (key) report('DW306', { key: key.value }, { span: spanOf(key) });
    return undefined;
  }
  for (const problem of problems) {
    if (problem.kind === 'duplicate-key' && problem.message === 'hooks' && isKeyOf(root, problem)) {
      reportProblem(file.path, problem, report);
    }
  }
  for (const { key } of root.pairs) {
    if (ownKeys.includes(key.value)) report('DW305', { key: key.value }, { span: spanOf(key) });
  }
  return hooks.value;
}

function isKeyOf(root: ConfigurationText['root'], place: { readonly start: number }): boolean {
  return root.pairs.some((pair) => pair.key.start === place.start);
}

function part(written: WrittenMap, key: string): WrittenMap {
  const value = written.fields.get(key)?.value;
  return value?.kind === 'map' ? value : { kind: 'map', span: written.span, value: {}, fields: new Map() };
}
