import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine, quoted } from '../cli/command-line.js';
import { newFolder } from '../runtime/step-process.js';

/** The blocks of commands on a page, and what they really print in a folder with the files that the page shows. */
export function playPage(page: string): readonly { readonly shown: string; readonly printed: string }[] {
  const folder = newFolder();
  writeFile(folder, 'bin/dagweave', `#!/bin/sh\nexec ${commandLine} "$@"\n`);
  chmodSync(join(folder, 'bin/dagweave'), 0o755);
  for (const [, path, text] of page.matchAll(/<!-- file: (\S+) -->\n```\w+\n(.*?)```/gs))
    writeFile(folder, path!, text!);
  const consoles = [...page.matchAll(/```console\n(.*?)```/gs)].map((match) => match[1]!);
  return consoles.map((shown) => ({ shown, printed: played(folder, shown) }));
}

/** The commands of a block with what they print, one shell for all of them. */
function played(folder: string, text: string): string {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  const script = commands
    .map((line) => `printf '%s\\n' ${quoted(line)}\n(exit $last)\n${line.slice(2)}\nlast=$?`)
    .join('\n');
  const { stdout } = spawnSync('sh', ['-c', `last=0\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: join(folder, 'home') },
  });
  return stdout.replace(/"duration_seconds":[\d.]+/g, '"duration_seconds":0');
}

function writeFile(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
