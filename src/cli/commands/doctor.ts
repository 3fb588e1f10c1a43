import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { readRules } from '../../pipeline/read-rules.js';
import { whyNoAnswer } from '../../runtime/http.js';
import { findService } from '../../runtime/llm/services.js';
import type { Need } from '../../steps/need.js';
import { needsOf } from '../../steps/needs.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf } from '../exit-codes.js';
import { findProgram, searchPathOfEngine } from '../find-program.js';
import type { DoctorOptions } from '../options.js';
import { overlookedConfiguration } from '../overlooked-configuration.js';
import { readConfigurationHere } from '../request.js';
import { showDiagnostics } from '../show-diagnostics.js';

/** Says on the machine where workflows run what their hooks need and it does not have. */
export async function doctor(call: Call<DoctorOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const configuration = await readConfigurationHere(options, found.report);
  const { rules } = readRules({ configuration }, found.report);
  const wanted = new Map<string, { readonly need: Need; readonly rules: string[] }>();
  const want = (need: Need, rule: string) => {
    const key = JSON.stringify(need);
    const known = wanted.get(key) ?? { need, rules: [] };
    wanted.set(key, { need, rules: [...new Set([...known.rules, rule])] });
  };
  for (const { id, step } of rules.rules) {
    const runtime = ofEngine.has(step.type) ? undefined : /^[\w./-]+/.exec(rules.runtime)?.[0];
    if (runtime) want({ kind: 'program', name: runtime }, id);
    for (const need of needsOf(step)) want(need, id);
  }
  if (configuration.length === 0 && !found.hasErrors())
    found.report('DW818', { overlooked: overlookedConfiguration([]) });
  let isNeedless = true;
  for (const { need, rules: by } of wanted.values()) {
    const checked = await check(need, by.join(', '), options.offline ?? false, found.report);
    if (!checked) continue;
    isNeedless = false;
    terminal.result.write(`${checked}\n`);
  }
  if (isNeedless && found.all().length === 0) terminal.result.write('ok: the rules need nothing of this machine\n');
  showDiagnostics(found.all(), configuration, call);
  return exitCodeOf(found.all(), options.strict);
}

/** The types that become plain fields of the engine and call nothing of ours. */
const ofEngine: ReadonlySet<string> = new Set(['shell', 'approval']);

/** The line that says that it is there; nothing where it is not, which is reported. */
async function check(need: Need, rules: string, offline: boolean, report: Report): Promise<string | undefined> {
  switch (need.kind) {
    case 'program': {
      const path = findProgram(need.name, searchPathOfEngine());
      if (path === undefined) report('DW841', { name: need.name, rules });
      return path && `ok: ${need.name} is ${path}`;
    }
    case 'of-command': {
      const path = findProgram(need.name, searchPathOfEngine());
      if (path === undefined && !isOfShell(need.name)) report('DW867', { name: need.name, rules });
      return path && `ok: ${need.name} is ${path}`;
    }
    case 'service': {
      const service = findService(need.settings, (name) => process.env[name]);
      if (!service.ok) {
        report('DW842', { runner: need.settings.protocol, rules, reason: service.reason });
        return undefined;
      }
      return await reach(service.service.baseUrl, rules, offline, report);
    }
    case 'address':
      return await reach(need.url, rules, offline, report);
    case 'package':
      if (isInstalled(need.name)) return `ok: ${need.name} is installed`;
      report('DW844', { name: need.name, rules });
      return undefined;
  }
}

/** `cd`, `test` and the like are no files. Which shell it is, the engine says: `source` and `[[` are of some alone. */
function isOfShell(name: string): boolean {
  return ['/bin/sh', '/bin/bash'].some((shell) => {
    try {
      execFileSync(shell, ['-c', 'PATH= command -v -- "$1"', 'sh', name], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** Any answer will do: it shows that the way is open, and costs nothing. */
async function reach(url: string, rules: string, offline: boolean, report: Report): Promise<string | undefined> {
  const { origin, hostname } = new URL(url);
  if (offline) return `not asked: ${origin}`;
  try {
    await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(longestWait) });
    return `ok: ${origin} answers`;
  } catch (error) {
    report('DW843', { address: origin, host: hostname, rules, reason: whyNoAnswer(error).reason });
    return undefined;
  }
}

const longestWait = 5000;

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    // A package that gives nothing to `require` is there all the same.
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}
