// One measurement in a process of its own; prints its figures as JSON.
// Usage: node measure.mjs warm FILE HOOKS ROUNDS [json | others] | yaml FILE | yaml-changed FILE STEPS | js-yaml FILE
//   json    nothing is measured of `yaml`, which takes most of the time where the text is large
//   others  each call has a workflow of another name, for which nothing is left of the calls before
//   STEPS   how many are added, to all documents alike
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isSeq, parseAllDocuments } from 'yaml';
import { checkEdits, checkRun } from './check.mjs';

const [mode, file, ...more] = process.argv.slice(2);
const [hooks, rounds, only] = more;
const text = readFileSync(file, 'utf8');
const modes = { warm, yaml: roundTrip, 'yaml-changed': changed, 'js-yaml': withJsYaml };
await modes[mode]();

/** Calls of the library, with what others need for the same text in turns. */
async function warm() {
  const { compile } = await import('../dist/index.js');
  const values = parseAllDocuments(text).map((document) => document.toJS());
  const data = JSON.stringify(values);
  const times = { apply: [], yaml: [], json: [] };
  let hookCount = 0;
  const outputs = new Set();
  // The first calls are for the optimizer, as in any process that calls more than once.
  const warmUp = Math.min(Number(rounds), 5);
  for (let round = 0; round < warmUp + Number(rounds); round += 1) {
    const input = only === 'others' ? text.replaceAll('spec_001', `spec_${100 + round}`) : text;
    const [applyMs, result] = timed(() => apply(compile, input));
    const output = result.outputs[0].text;
    if (round === 0) {
      checkEdits(input, output, result.edits);
      hookCount = checkRun(input, output, JSON.parse(readFileSync(hooks, 'utf8')));
    }
    // The digests in marks follow from the name as well.
    outputs.add(output.replaceAll(`spec_${100 + round}`, 'spec_001').replaceAll(/# dagweave: .*/g, ''));
    const [jsonMs] = timed(() => JSON.stringify(JSON.parse(data)));
    // One call is enough for what is slow to become fast.
    if (round === warmUp - 1 && only !== 'json') roundTrip();
    if (round < warmUp) continue;
    times.apply.push(applyMs);
    times.json.push(jsonMs);
    if (only !== 'json') times.yaml.push(timed(roundTrip)[0]);
  }
  if (outputs.size !== 1) throw new Error('calls with the same text give different texts');
  const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  const [applyMs, yamlMs, jsonMs] = [times.apply, times.yaml, times.json].map(middle);
  console.log(JSON.stringify({ applyMs, yamlMs, jsonMs, hooks: hookCount }));
}

function apply(compile, input) {
  const result = compile({
    workflow: [{ path: 'bundle.yaml', text: input }],
    configuration: [{ layer: 'project', path: hooks, text: readFileSync(hooks, 'utf8') }],
    prompts: {
      read: (_, name) => {
        const path = join(dirname(hooks), 'prompts', name);
        return { kind: 'text', path, text: readFileSync(path, 'utf8') };
      },
    },
    options: { targetVersion: '1.30' },
  });
  if (!result.ok) throw new Error(result.diagnostics.map((one) => `${one.code} ${one.message}`).join('\n'));
  return result;
}

function roundTrip() {
  return parseAllDocuments(text)
    .map((document) => document.toString())
    .join('');
}

/** What a script of one's own would do: steps behind all others in each document, and the result in a file. */
function changed() {
  const wanted = Number(more[0]);
  const documents = parseAllDocuments(text);
  let added = 0;
  documents.forEach((document, at) => {
    const steps = isMap(document.contents) ? document.contents.get('steps') : undefined;
    if (!isSeq(steps)) throw new Error('a document without steps');
    for (; added < Math.floor(((at + 1) * wanted) / documents.length); added += 1) {
      const depends = [steps.items.at(-1).get('name')];
      steps.add(document.createNode({ name: `hook-check-${added}`, command: './check', depends }));
    }
  });
  const output = documents.map((document) => document.toString()).join('');
  if (output.split('name: hook-check-').length - 1 !== wanted) throw new Error('a step is missing');
  writeFileSync(`${file}.changed`, output);
}

async function withJsYaml() {
  const { dump, loadAll } = await import('js-yaml');
  const output = loadAll(text)
    .map((value) => dump(value))
    .join('---\n');
  if (output.length < text.length / 4) throw new Error('documents are missing');
  writeFileSync(`${file}.printed`, output);
}

function timed(work) {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, value];
}
