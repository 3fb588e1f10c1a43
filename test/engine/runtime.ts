import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../cli/command-line.js';
import { newFolder } from '../runtime/llm/run-type.js';

/** Dagu hands few variables of its own environment on to steps, so the ones of this test are set by what starts the runtime. */
export function runtimeWithEnvironment(): string {
  const names = ['PATH', 'FAKE_RUNNER_LOG', 'FAKE_RUNNER_SCRIPT'];
  const exports = names.map((name) => `export ${name}='${process.env[name]!.replaceAll("'", "'\\''")}'\n`);
  const path = join(newFolder(), 'dagweave');
  writeFileSync(path, `#!/bin/sh\n${exports.join('')}exec ${commandLine} "$@"\n`, { mode: 0o755 });
  return path;
}
