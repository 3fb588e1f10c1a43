// The built command line, loaded once and used for one call after another. Calls come in on one named pipe and answers go out on another.
// What a process has of its own is made anew for each call: arguments, environment, folder, standard streams, listeners, the exit code.
// A call is a line of JSON, answered by one; or a folder that holds what it is made of, and gets what it answers.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

const [, , calls, answers, program] = process.argv;
const requireBeside = createRequire(program);
globalThis.importPackage = (name) => import(name);
const { readFileSync, readSync, writeFileSync, writeSync } = fs;
const listened = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException'];
let call;

fs.readSync = (fd, buffer, ...more) => {
  if (fd !== 0) return readSync(fd, buffer, ...more);
  const bytes = call.input.copy(buffer);
  call.input = call.input.subarray(bytes);
  return bytes;
};
fs.writeSync = (fd, data, ...more) => {
  if (fd !== 1 && fd !== 2) return writeSync(fd, data, ...more);
  call[fd === 1 ? 'stdout' : 'stderr'].push(Buffer.from(data));
  return Buffer.byteLength(data);
};
syncBuiltinESMExports();
for (const name of ['stdout', 'stderr']) {
  process[name].write = (data, ...more) => {
    call[name].push(Buffer.from(data));
    more.findLast((one) => typeof one === 'function')?.();
    return true;
  };
}
Object.defineProperty(process, 'stdin', { get: () => call.stdin });
process.exit = (code = process.exitCode ?? 0) => call.ended(code);

const input = fs.openSync(calls, 'r');
const output = fs.openSync(answers, 'w');
let rest = '';
for (;;) {
  const line = nextLine();
  if (line === undefined) break;
  if (line.startsWith('/')) await answerIn(line);
  else {
    const { args, cwd, env, stdin } = JSON.parse(line);
    const answer = await answerTo(args, cwd, env, Buffer.from(stdin, 'base64'));
    const { exit, stdout, stderr } = answer;
    const bytes = Buffer.from(`${JSON.stringify({ exit, stdout: `${stdout}`, stderr: `${stderr}` })}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at);
  }
}
process.reallyExit(0);

async function answerIn(folder) {
  const list = (name) => readFileSync(`${folder}/${name}`, 'utf8').split('\0').slice(0, -1);
  const env = Object.fromEntries(list('env').map((one) => [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)]));
  const answer = await answerTo(list('args'), env.PWD, env, readFileSync(`${folder}/input`));
  for (const name of ['stdout', 'stderr']) writeFileSync(`${folder}/${name}`, answer[name]);
  writeFileSync(`${folder}/done`, `${answer.exit}\n`);
}

async function answerTo(args, cwd, env, input) {
  const ended = new Promise((settle) => {
    call = { input, stdin: Readable.from(input.length > 0 ? [input] : []), stdout: [], stderr: [], ended: settle };
  });
  const own = call;
  process.argv = [process.execPath, program, ...args];
  process.env = env;
  process.exitCode = undefined;
  process.chdir(cwd);
  const { run } = requireBeside(args[0] === 'dispatch' ? './run-dispatch.cjs' : './run-verbs.cjs');
  const returned = run().then(() => process.exitCode ?? 0);
  const exit = await Promise.race([ended, returned]);
  for (const name of listened) process.removeAllListeners(name);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { exit, stdout: Buffer.concat(own.stdout), stderr: Buffer.concat(own.stderr) };
}

function nextLine() {
  const buffer = Buffer.alloc(64 * 1024);
  while (!rest.includes('\n')) {
    const bytes = readSync(input, buffer);
    if (bytes === 0) return undefined;
    rest += buffer.toString('latin1', 0, bytes);
  }
  const end = rest.indexOf('\n');
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return line;
}
