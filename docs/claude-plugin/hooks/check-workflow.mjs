// Checks a workflow that was just written. What has to change goes to standard error with exit status 2, which the agent reads.
// Usage: node check-workflow.mjs FOLDER...     (the event on standard input; folders of workflows, from the project's folder)
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';

const event = JSON.parse(readFileSync(0, 'utf8'));
const project = process.env.CLAUDE_PROJECT_DIR ?? event.cwd;
const file = event.tool_input?.file_path;
if (typeof file === 'string' && isWorkflow(resolve(project, file))) process.exitCode = check(resolve(project, file));

function isWorkflow(path) {
  const isBelow = (folder) => {
    const from = relative(resolve(project, folder), path);
    return from !== '..' && !from.startsWith(`..${sep}`) && resolve(from) !== from;
  };
  return ['.yaml', '.yml', '.json'].includes(extname(path)) && process.argv.slice(2).some(isBelow);
}

/** Writes nothing: the build adds the steps. */
function check(path) {
  const words = ['apply', '--diagnostics', 'prompt', '--', relative(project, path)];
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
