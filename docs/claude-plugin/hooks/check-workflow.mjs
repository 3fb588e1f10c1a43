// Checks the workflows of a project when one of them was written. What has to change goes to standard error with exit status 2, which the
// agent reads.
// Usage: node check-workflow.mjs FOLDER...     (the event on standard input; folders of workflows, from the project's folder)
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';

const event = JSON.parse(readFileSync(0, 'utf8'));
const project = process.env.CLAUDE_PROJECT_DIR ?? event.cwd;
const file = event.tool_input?.file_path;
const folders = process.argv.slice(2);
if (typeof file === 'string' && isWorkflow(resolve(project, file))) process.exitCode = check();

function isWorkflow(path) {
  const isBelow = (folder) => {
    const from = relative(resolve(project, folder), path);
    return from !== '..' && !from.startsWith(`..${sep}`) && resolve(from) !== from;
  };
  return ['.yaml', '.yml', '.json'].includes(extname(path)) && folders.some(isBelow);
}

/** Looks at all of them, since a rule may be for another one; writes nothing: the build adds the steps. */
function check() {
  const there = folders.filter((folder) => existsSync(resolve(project, folder)));
  const words = ['diff', '--diagnostics', 'prompt', '--', ...there];
  const { status, stderr } = spawnSync(process.execPath, [programOf(project), ...words], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stderr.trim());
  // Only the workflow is the agent's to change; 1 is shown to the person.
  return status === 0 ? 0 : status === 1 ? 2 : 1;
}

/** As installed in the project. Where it is not, the error that nobody catches ends this with 1. */
function programOf(folder) {
  const manifest = createRequire(join(folder, 'package.json')).resolve('dagweave/package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.dagweave);
}
