import { ofRules, type Report } from '../../diagnostics/diagnostics.js';
import type { OperatorDefaults } from '../../model/libraries.js';
import { reportProblems } from '../../text/problems.js';
import { parseYaml } from '../../text/yaml.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { isDagType } from './dag-types.js';
import { type Dialect, dialectOfRootKey } from './dialect.js';
import { readEnvironment } from './environment.js';
import { fieldOf, textOf, withMerged } from './fields.js';

/** `DAGU_HOME/base.yaml`: a layer below every document. */
interface BaseConfig {
  readonly file: string;
  readonly text: string;
  readonly root: YamlMap;
  /** Of documents that do not state one, in 2.x; 1.30 does not read it here. */
  readonly type: string | undefined;
  readonly env: ReadonlyMap<string, string>;
  /** The version whose spelling it has. */
  readonly dialect: Dialect;
}

/** `none` without one, `undefined` where nobody said. */
export type KnownBase = BaseConfig | 'none' | undefined;

export function readBaseConfig(defaults: OperatorDefaults, told: Report): KnownBase {
  if (defaults === undefined || defaults === 'none') return defaults;
  const report = ofRules(told);
  const { path: file, text } = defaults;
  const parsed = parseYaml(text);
  const broken = reportProblems(parsed, defaults, report);
  const written = parsed.find((document) => document.root)?.root;
  if (broken || !written || (written.kind === 'scalar' && written.type === 'null')) return 'none';
  if (written.kind !== 'map') {
    report('DW386', { path: file, problem: 'it is no mapping' }, {});
    return 'none';
  }
  const root = withMerged(written);
  const type = textOf(root, 'type')?.trim();
  if (type !== undefined && !isDagType(type)) {
    const { start, end } = fieldOf(root, 'type')!.value!;
    const problem = `it has \`type: ${type}\`, and the engine takes \`graph\` or \`chain\``;
    report('DW386', { path: file, problem }, { span: { file, start, end } });
    return 'none';
  }
  const dialects = root.pairs.map(({ key }) => dialectOfRootKey(key.value));
  return {
    file,
    text,
    root,
    type,
    env: readEnvironment(root, file, report),
    dialect: dialects.find((dialect) => dialect !== undefined) ?? 'both',
  };
}
