import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What each script leaves in the file that `$RAN` names, as the shell runs it.
 * @param folder its `bin` has the programs that scripts find first
 */
export function runScripts(shell: string, scripts: readonly string[], folder: string): readonly string[] {
  scripts.forEach((script, index) => {
    writeFileSync(join(folder, `${index}.sh`), `${script}\n`);
    writeFileSync(join(folder, `${index}.ran`), '');
  });
  const driver = `cd "$1"; i=0; while [ "$i" -lt ${scripts.length} ]; do RAN="$1/$i.ran" timeout 10 ${shell} "$1/$i.sh" </dev/null >/dev/null 2>&1; i=$((i + 1)); done`;
  const path = `${join(folder, 'bin')}:${process.env.PATH}`;
  execFileSync('sh', ['-c', driver, 'sh', folder], { env: { PATH: path, HOME: folder } });
  return scripts.map((_, index) => readFileSync(join(folder, `${index}.ran`), 'utf8'));
}
