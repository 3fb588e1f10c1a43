// Bundles what users install: the two programs, the library, what runs in processes and threads of their own, and the
// packages that are loaded late, one file each, so that every program shares them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const { to: target, 'note-loads': notesLoads } = parseArgs({
  options: {
    to: { type: 'string', default: join(root, 'dist') },
    // For tests: each module writes its name to the file LOADED_MODULES when it is loaded.
    'note-loads': { type: 'boolean', default: false },
  },
}).values;
/** Installed beside the bundles, because they are optional or hold more than code. */
const apart = [
  'ai',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@hpcc-js/wasm-graphviz',
  '@modelcontextprotocol/sdk',
];
const shared = [
  'yaml',
  '@dagrejs/graphlib',
  're2js',
  'handlebars',
  '@marcbachmann/cel-js',
  'json-p3',
  'minimatch',
  'zod/mini',
  'commander',
  'execa',
];

/** What packages bring along and nothing here uses. */
const slim = {
  name: 'slim',
  setup(builder) {
    // Messages in fifty languages.
    builder.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' }));
    // Verbs that are programs of their own, for which commander would load all that starts a process.
    builder.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/node_modules/commander/') ? { path: 'none', namespace: 'none' } : undefined,
    );
    builder.onLoad({ filter: /^/, namespace: 'none' }, () => ({ contents: 'export default {}' }));
  },
};

/** Where each bundle goes, below `dist`; what is started by its path is where its source says. */
const bundles = [
  { from: 'src/cli/main.ts', to: 'cli/main.cjs', kind: 'cjs' },
  { from: 'src/cli/run-verbs.ts', to: 'cli/run-verbs.cjs', kind: 'cjs' },
  { from: 'src/cli/run-dispatch.ts', to: 'cli/run-dispatch.cjs', kind: 'cjs' },
  { from: 'src/index.ts', to: 'index.js', kind: 'esm' },
  { from: 'src/dispatch/background-child.ts', to: 'dispatch/background-child.js', kind: 'esm' },
  { from: 'src/runtime/user-code/module-child.ts', to: 'runtime/user-code/module-child.js', kind: 'esm' },
  { from: 'src/steps/quality-check/score-worker.ts', to: 'steps/quality-check/score-worker.js', kind: 'esm' },
  ...shared.map((name) => ({ from: name, to: sharedPath(name), kind: 'cjs' })),
];

for (const folder of ['cli', 'libraries']) await rm(join(target, folder, '.cache'), { recursive: true, force: true });
await Promise.all(bundles.map(bundle));

async function bundle({ from, to, kind }) {
  const isCached = kind === 'cjs' && to !== 'cli/main.cjs';
  const { outputFiles } = await build({
    entryPoints: [from],
    absWorkingDir: root,
    outfile: join(target, to),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20.19',
    format: kind,
    // Half of the size is a tenth of the start; `src/cli/fault.ts` reads the map before it shows the trace of a fault.
    minify: true,
    // Node shows the line of an error that nobody caught.
    lineLimit: 160,
    // What is bundled of packages in CommonJS asks for built-in modules by `require`.
    banner: {
      js:
        kind === 'esm'
          ? "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);"
          : shared.includes(from)
            ? noteOf(`/node_modules/${from}/`)
            : '',
    },
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    external: apart,
    plugins: [placed(to, kind), slim],
    logLevel: 'warning',
  });
  for (const { path, text } of outputFiles) {
    // One such sign, and V8 keeps the whole file in two bytes for each sign. What is in strings esbuild writes as an escape.
    if (/\.c?js$/.test(path) && /[^\0-\xff]/.test(text))
      throw new Error(`${to} has the sign ${/[^\0-\xff]/.exec(text)[0]}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, isCached ? cached(path, text) : text);
  }
}

/** A first line that tells this build from others, which moves what the map says by a line. */
function cached(path, text) {
  if (path.endsWith('.map')) return text.replace('"mappings":"', '"mappings":";');
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;
}

/** Sources find files by their own place, and packages by `createRequire`: both are put in terms of the bundle. */
function placed(to, kind) {
  const up = relative(posix.dirname(to), '.') || '.';
  const files = Object.fromEntries(shared.map((name) => [name, `./${posix.join(up, sharedPath(name))}`]));
  return {
    name: 'placed',
    setup(builder) {
      builder.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const own = posix.join(up, relative(join(root, 'src'), path).replace(/ts$/, 'js'));
        const place =
          kind === 'cjs'
            ? `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${JSON.stringify(own)})).href`
            : `new URL(${JSON.stringify(own)}, import.meta.url).href`;
        const contents = readFileSync(path, 'utf8')
          .replace(
            /createRequire\(import\.meta\.url\)\(('[^']+'|name)\)/g,
            (_, name) => `require(${JSON.stringify(files)}[${name}] ?? ${name})`,
          )
          .replace(/(?<!typeof )\bimport\('([^'.][^']*)'\)/g, (whole, name) => {
            if (kind === 'esm') return whole;
            return shared.includes(name) ? `Promise.resolve(require('${name}'))` : `importPackage('${name}')`;
          })
          .replaceAll('import.meta.url', `(${place})`);
        return {
          contents: kind === 'cjs' ? `${contents}\n${noteOf(`/dist/${relative(join(root, 'src'), path)}`)}` : contents,
          loader: 'ts',
        };
      });
      builder.onResolve({ filter: /^/ }, ({ path, importer }) => {
        if (path.includes('/libraries/')) return { path, external: true };
        if (!shared.includes(path) || !importer.startsWith(join(root, 'src'))) return undefined;
        return { path: files[path], external: true };
      });
    },
  };
}

function noteOf(name) {
  return notesLoads
    ? `require('node:fs').appendFileSync(process.env.LOADED_MODULES, ${JSON.stringify(`${name}\n`)});`
    : '';
}

function sharedPath(name) {
  return `libraries/${name.split('/').find((part) => !part.startsWith('@'))}.cjs`;
}
