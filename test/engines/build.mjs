// Builds real Dagu 2.x into a cache outside of the repository: npm run engines
// Takes minutes, needs Go and the Go module proxy. Says which version it got, or why it got none.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dagu2, engineFolder } from './cache.mjs';

// The newest first; which one can be built depends on the version of Go.
const versions = ['v2.15.1', 'v2.12.0', 'v2.10.0', 'v2.7.0'];

process.exitCode = build() ? 0 : 1;

function build() {
  const go = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (go.status !== 0) {
    console.log('skipped: Go is not installed');
    return true;
  }
  console.log(go.stdout.trim());
  mkdirSync(engineFolder, { recursive: true });
  for (const version of versions) {
    console.log(`building github.com/dagucloud/dagu/v2/cmd@${version}`);
    const env = { ...process.env, GOBIN: engineFolder };
    const made = spawnSync('go', ['install', `github.com/dagucloud/dagu/v2/cmd@${version}`], { env, encoding: 'utf8' });
    if (made.status === 0) {
      renameSync(join(engineFolder, 'cmd'), dagu2);
      writeFileSync(`${dagu2}.version`, version);
      console.log(`built ${dagu2} (${version})`);
      return true;
    }
    console.log(made.stderr.trim().split('\n').slice(-2).join('\n'));
  }
  console.log('none of the versions could be built');
  return false;
}
