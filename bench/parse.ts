// How fast YAML is scanned into arrays and read into trees, and which share of the documents the scanner takes. Usage: npx tsx bench/parse.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createFlatDocument } from '../src/text/flat/flat-document.js';
import { scanFlat } from '../src/text/flat/scan-flat.js';
import { parseYaml } from '../src/text/yaml.js';
import { splitStream } from '../src/text/yaml-stream.js';
import { corpusMissing, corpusTexts } from '../test/text/documents.js';

const bundles: Readonly<Record<string, readonly string[]>> = {
  'b1k mixed': ['--tasks', '1000'],
  'b1k plain': ['--tasks', '1000', '--style', 'plain'],
  'b1k hostile': ['--tasks', '1000', '--style', 'hostile'],
  'b1k CRLF': ['--tasks', '1000', '--eol', 'crlf'],
  'one document of 5,000 steps': ['--flat', '5000'],
};

const flat = createFlatDocument();
const speeds = Object.entries(bundles).map(([bundle, options]) => {
  const text = generate(options);
  const slices = splitStream(text);
  const scan = cpuTime(40, () => {
    for (const slice of slices) scanFlat(flat, text, slice);
  });
  const ours = cpuTime(20, () => parseYaml(text));
  const library = cpuTime(5, () => parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false }));
  return {
    bundle,
    MB: (text.length / 1e6).toFixed(2),
    'fast path': share([text]),
    'scan ms': scan.toFixed(1),
    'scan MB/s': (text.length / 1e3 / scan).toFixed(0),
    'tree ms': ours.toFixed(1),
    'tree MB/s': (text.length / 1e3 / ours).toFixed(0),
    'yaml ms': library.toFixed(0),
    'times faster': (library / ours).toFixed(1),
  };
});
console.table(speeds);

if (corpusMissing) console.log(`real files: skipped, ${corpusMissing}`);
else {
  const folders = new Map<string, string[]>();
  for (const { name, text } of corpusTexts()) {
    const folder = name.split('/').slice(0, -1).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), text]);
  }
  console.table([...folders].map(([folder, texts]) => ({ folder, 'fast path': share(texts) })));
}

function generate(options: readonly string[]): string {
  const script = join(import.meta.dirname, 'generate.mjs');
  return execFileSync(process.execPath, [script, '--out', '-', ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function share(texts: readonly string[]): string {
  const documents = texts.flatMap((text) => splitStream(text).map((slice) => scanFlat(flat, text, slice)));
  const scanned = documents.filter(Boolean).length;
  return `${scanned} of ${documents.length} (${((100 * scanned) / documents.length).toFixed(1)} %)`;
}

/** Median of the processor time in milliseconds, without the first quarter of the rounds. */
function cpuTime(rounds: number, work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (round >= rounds / 4) times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}
