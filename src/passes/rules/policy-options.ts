import type { Report } from '../../diagnostics/diagnostics.js';
import type { Located, Settings } from '../../model/layer.js';

/** What the command line says besides settings of the configuration. */
export interface GivenOptions {
  readonly variables?: ReadonlyMap<string, string> | undefined;
  readonly format?: string | undefined;
  readonly targetVersion?: string | undefined;
  readonly assumeVersion?: string | undefined;
  readonly baseConfig?: string | undefined;
}

/** Reports options that say otherwise than a policy. Who runs the command may say what the policy leaves open. */
export function reportOptions(policy: Settings, options: GivenOptions, report: Report): void {
  const check = (option: string, key: string, given: string | undefined, stated: Located<string> | undefined) => {
    if (given === undefined || stated === undefined || given === stated.value) return;
    report('DW379', { option, key }, { span: stated.span });
  };
  check('--format', 'format', options.format, policy.format);
  check('--target-version', 'target_version', options.targetVersion, policy.targetVersion);
  check('--assume-version', 'assume_version', options.assumeVersion, policy.assumeVersion);
  check('--base-config', 'base_config', options.baseConfig, policy.baseConfig);
  for (const [name, value] of options.variables ?? []) {
    const key = name.startsWith('vars.') ? name.slice('vars.'.length) : name;
    check(`--var ${name}`, `vars.${key}`, value, policy.vars.get(key));
    check(`--var ${name}`, `context.${name}`, value, policy.context.get(name));
  }
}
