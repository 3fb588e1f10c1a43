// Bundles what users install: the programs and the library, which share what two of them need, what runs in processes
// and threads of their own, and the packages that are loaded late, one file each, so that every program shares them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import * as zod from 'zod/mini';
import { bundleTypes } from './bundle-types.mjs';
import { licenceTexts, packageOf } from './licences.mjs';
import { lineMap } from './line-map.mjs';

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
  // For the few rules that have an expression in it, and for scores in JSON.
  '@marcbachmann/cel-js',
  'json-p3',
];
const shared = [
  'yaml',
  '@dagrejs/graphlib',
  're2js',
  'handlebars',
  'minimatch',
  'zod/mini',
  'commander',
  'execa',
  'picocolors',
];

/** For tests: a package that is not bundled cannot write its own name. */
const notingName = `((name, files) => {
  if (!files[name] && !name.startsWith('node:'))
    require('node:fs').appendFileSync(process.env.LOADED_MODULES, '/node_modules/' + name + '/\\n');
  return files[name] ?? name;
})`;

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
    // Maps of templates, for which nobody asks.
    builder.onResolve({ filter: /^source-map$/ }, () => ({ path: 'none', namespace: 'none' }));
    builder.onLoad({ filter: /^/, namespace: 'none' }, () => ({ contents: 'export default {}' }));
    // Of a library of hundreds of functions, those that sources name.
    builder.onResolve({ filter: /^zod\/mini$/ }, ({ kind }) =>
      kind === 'entry-point' ? { path: 'zod/mini', namespace: 'used' } : undefined,
    );
    builder.onLoad({ filter: /^/, namespace: 'used' }, () => ({
      contents: `export { ${namesOfZod().join(', ')} } from 'zod/mini';`,
      resolveDir: root,
    }));
    // A process that a dispatch starts takes the code of dispatch.
    builder.onResolve({ filter: /\/run-background\.js$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'background', namespace: 'background' } : undefined,
    );
    builder.onResolve({ filter: /\/run-dispatch\.cjs$/ }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /^/, namespace: 'background' }, () => ({
      contents: "import program from '../cli/run-dispatch.cjs'; export const { runBackground } = program;",
    }));
  },
};

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, 'src', path), 'utf8'));

/** What `src/lang/late.ts` loads by its name. */
const loadedByName = [
  ...new Set(sources.flatMap((text) => [...text.matchAll(/\bloadedLate\('([^']+)'/g)].map(([, name]) => name))),
].sort();

function namesOfZod() {
  const texts = sources.filter((text) => text.includes("from 'zod/mini'"));
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g)));
  // The whole once more; the core, which sources name for its types alone; and schemas for others, which are published ready made.
  for (const name of ['z', 'core', 'toJSONSchema']) words.delete(name);
  return Object.keys(zod).filter((name) => words.has(name));
}

/**
 * The programs and the library, in one folder with the code that they share. The fewer share it, the more of it is in one file, where V8 finds
 * a function without looking it up.
 */
const programs = {
  'run-plain': 'src/cli/run-plain.ts',
  'run-verbs': 'src/cli/run-verbs.ts',
  library: 'src/index.ts',
};

/**
 * A dispatch keeps an agent waiting, so that it is one file with what a hook that runs a command takes. What else it loads late is in another
 * file for it alone: what the others share takes longer to load.
 */
const dispatch = { from: 'src/cli/run-dispatch.ts', to: 'cli/run-dispatch.cjs', kind: 'cjs' };
/** Loaded late and nearly always. */
const often = ['dispatch/answer-json.ts', 'dispatch/log.ts', 'runtime/files.ts', 'runtime/masking.ts'];
const seldom = new Set();

/** @param path of a module below `src` that a dispatch loads late */
function loadSeldom(path) {
  if (often.includes(path)) return undefined;
  seldom.add(path);
  return `Promise.resolve().then(() => require('./dispatch-seldom.cjs').load(${JSON.stringify(path)}))`;
}

const seldomLoaded = {
  name: 'dispatch-seldom',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/dispatch-seldom\.cjs$/ }, ({ path }) => ({ path, external: true }));
    builder.onResolve({ filter: /^dispatch-seldom$/ }, ({ path }) => ({ path, namespace: 'dispatch-seldom' }));
    builder.onLoad({ filter: /^/, namespace: 'dispatch-seldom' }, () => {
      const modules = [...seldom].sort().map((path) => {
        const name = JSON.stringify(path);
        return `${name}: () => require(${JSON.stringify(join(root, 'src', path))})`;
      });
      const contents = `const modules = { ${modules.join(', ')} };\nexport const load = (path) => modules[path]();\n`;
      return { contents, resolveDir: root };
    });
  },
};

/**
 * What is not bundled is loaded by the first module that needs it, not by the file where that module is: as a module of
 * its own that asks for it by `require`.
 */
const late = {
  name: 'late',
  setup(builder) {
    builder.onResolve({ filter: /^node:|\/libraries\// }, ({ path, kind, namespace }) =>
      namespace !== 'late' && kind === 'import-statement'
        ? // An import loads nothing where all that used it is replaced here, as calls of `createRequire` are.
          { path, namespace: 'late', sideEffects: !path.startsWith('node:') }
        : { path, external: true },
    );
    builder.onLoad({ filter: /^/, namespace: 'late' }, ({ path }) => ({
      contents: `module.exports = ${loaded(path)};`,
    }));
  },
};

/** The libraries of others ask for what is built in as the programs do. */
const builtIn = {
  name: 'built-in',
  setup(builder) {
    builder.onResolve({ filter: /^/ }, ({ path, kind, namespace }) =>
      namespace === 'file' && kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    );
    builder.onLoad({ filter: /^/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = ${loaded(path)};`,
    }));
  },
};

/**
 * How a file of ours loads another or a package, so that the bundler of a program that uses the library finds all of them: each by a name in
 * the text; but what is built in not by `require`, which an ES module does not have.
 */
function loaded(path) {
  const name = path.replace(/^(?:node:)?/, 'node:');
  return isBuiltin(path) ? `process.getBuiltinModule(${JSON.stringify(name)})` : `require(${JSON.stringify(path)})`;
}

/** How the bundler calls these modules. All of them are CommonJS, of which named imports need no copy. */
function lateNames(files) {
  const wrapped = files.flatMap(({ text }) => [...text.matchAll(/^var (\w+) = __commonJS\(\{\n {2}"(late:)?/gm)]);
  const others = new Set(wrapped.filter(([, , isLate]) => !isLate).map(([, name]) => name));
  const names = wrapped.filter(([, , isLate]) => isLate).map(([, name]) => name);
  const shared = names.find((name) => others.has(name));
  if (shared) throw new Error(`${shared} is two modules`);
  return names;
}

/** Where each other bundle goes, below `dist`; what is started by its path is where its source says. */
const bundles = [
  { from: 'src/cli/main.ts', to: 'cli/main.cjs', kind: 'cjs' },
  { from: 'dispatch-seldom', to: 'cli/dispatch-seldom.cjs', kind: 'cjs' },
  { from: 'src/dispatch/background-child.ts', to: 'dispatch/background-child.js', kind: 'esm' },
  { from: 'src/runtime/user-code/module-child.ts', to: 'runtime/user-code/module-child.js', kind: 'esm' },
  { from: 'src/steps/quality-check/score-worker.ts', to: 'steps/quality-check/score-worker.js', kind: 'esm' },
  ...shared.map((name) => ({ from: name, to: sharedPath(name), kind: 'cjs' })),
];

const options = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20.19',
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  external: apart,
  logLevel: 'warning',
};
/** Half of the size is a tenth of the start; `src/cli/trace.ts` reads the map, where it is, before it shows the trace of a fault. */
const small = { minify: true, lineLimit: 320 };

for (const folder of ['cli', 'libraries']) await rm(join(target, folder), { recursive: true, force: true });
const ofDispatch = await bundle(dispatch);
const inputs = [...ofDispatch, ...(await Promise.all([bundlePrograms(), ...bundles.map(bundle)])).flat()];
// As npm does where it installs the command.
await chmod(join(target, 'cli/main.cjs'), 0o755);
const packages = [...new Set(inputs.map(packageOf).filter((folder) => folder !== undefined))].sort();
await keep(join(target, 'licences.txt'), licenceTexts(packages), false);
if (target === join(root, 'dist')) await bundleTypes(join(target, 'types/index.d.ts'), join(target, 'index.d.ts'));

async function bundle({ from, to, kind }) {
  const isCached = kind === 'cjs' && to !== 'cli/main.cjs';
  const { outputFiles, metafile } = await build({
    ...options,
    ...small,
    entryPoints: [from],
    outfile: join(target, to),
    format: kind,
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
    plugins: [placed(to, kind, true, to === dispatch.to ? loadSeldom : undefined), seldomLoaded, slim, builtIn],
  });
  for (const { path, text } of outputFiles) await keep(path, text, isCached);
  return Object.keys(metafile.inputs);
}

/** The bundler shares code between modules only, and what V8 keeps compiled is CommonJS: so first the one, then the other. */
async function bundlePrograms() {
  const folder = join(target, 'cli');
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    chunkNames: 'shared-[hash]',
    splitting: true,
    format: 'esm',
    sourcemap: 'inline',
    plugins: [placed('cli/any.cjs', 'cjs', false), seldomLoaded, late, slim],
  });
  const isLate = new RegExp(`__toESM\\(((?:${lateNames(outputFiles).join('|')})\\(\\))(?:, 1)?\\)`, 'g');
  for (const { path, text } of outputFiles) {
    // What the bundler writes in an ES module for `require` would hide the name from the next bundler.
    const plain = withPlainWrappers(withPlainExports(text))
      .replace(isLate, '$1')
      .replace(/\b__require\(/g, 'require(');
    const { code, map } = await transform(plain, {
      ...small,
      platform: 'node',
      target: options.target,
      format: 'cjs',
      sourcefile: path,
      sourcemap: 'external',
      sourcesContent: false,
      logOverride: { 'commonjs-variable-in-esm': 'silent' },
    });
    await keep(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`, true);
    await keep(`${path}.map`, map, true);
  }
  const names = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === programs.library).exports;
  await keep(
    join(target, 'index.js'),
    `import library from './cli/library.cjs';\nexport const { ${names.toSorted().join(', ')} } = library;\n`,
    false,
  );
  return Object.keys(metafile.inputs);
}

/**
 * Each module as a plain function. For profiles the bundler makes it the method of an object, under the name of its file: an object of a
 * shape of its own for each of hundreds of modules, whose keys are asked for.
 */
function withPlainWrappers(text) {
  const wrappers = text.match(/^var \w+ = __(?:esm|commonJS)\(\{$/gm) ?? [];
  const [begins, ends] = [/(?<=^var \w+ = __(?:esm|commonJS)\()\{\n {2}"[^"\n]*"(\(.*\)) \{$/gm, /^ {2}\}\n\}\);$/gm];
  for (const found of [begins, ends])
    if ((text.match(found) ?? []).length !== wrappers.length) throw new Error('modules are wrapped in another way');
  return text
    .replace(begins, '$1 => {\n')
    .replace(ends, '\n});')
    .replace(/\(0, (\w+)\[__getOwnPropNames\(\1\)\[0\]\]\)/g, '$1');
}

/**
 * What a file gives to others as plain values, which take no time to read: V8 calls a getter each time. What is made late, by the one
 * assignment in the function of its module, is given when it is made.
 */
function withPlainExports(text) {
  const members = /^export \{\n([^}]*)\n\};$/m.exec(text);
  if (!members) return text;
  const madeLate = new Set();
  const list = members[1].split(',').map((one) => {
    const [own, name = own] = one.trim().split(' as ');
    const word = own.replaceAll('$', '\\$');
    const isMade = new RegExp(`^(?:(?:async )?function\\*?|class|var) ${word}(?: = |\\(| \\{| extends )`, 'm').test(
      text,
    );
    if (isMade) return `${name}: ${own}`;
    const assignments = text.match(new RegExp(`(?<![\\w$.])${word} (?:[+*/%&|^?<>-]+)?= `, 'g')) ?? [];
    const ofModule = new RegExp(`^ {4}${word} = `, 'm');
    if (assignments.length !== 1 || !ofModule.test(text)) return `get ${name}() { return ${own}; }`;
    madeLate.add({ name, own, ofModule });
    return `${name}: ${own}`;
  });
  let plain = text.replace(members[0], () => `module.exports = { ${list.join(', ')} };`);
  for (const { name, own, ofModule } of madeLate)
    plain = plain.replace(ofModule, () => `    ${own} = module.exports.${name} = `);
  return plain;
}

async function keep(path, text, isCached) {
  // Files are read as one byte for each sign. What is in strings esbuild writes as an escape.
  const foreign = /\.c?js$/.test(path) && /[^\0-\x7f]/.exec(text);
  if (foreign) throw new Error(`${path} has the sign ${foreign[0]}`);
  await mkdir(dirname(path), { recursive: true });
  const kept = path.endsWith('.map') ? lineMap(text) : text;
  await writeFile(path, isCached ? cached(path, kept) : kept);
}

/** A first line that tells this build from others, which moves what the map says by a line. */
function cached(path, text) {
  if (path.endsWith('.map')) return text.replace('"mappings":"', '"mappings":";');
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;
}

/** Sources find files by their own place, and packages by `createRequire`: both are put in terms of the bundle. */
function placed(to, kind, isLoadedAtOnce = true, loadLate = () => undefined) {
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
          .replace(/createRequire\(import\.meta\.url\)\((?:'([^']+)'|name)\)/g, (_, name) => {
            if (notesLoads) return `require(${notingName}(${name ? `'${name}'` : 'name'}, ${JSON.stringify(files)}))`;
            const load = (one) => loaded(files[one] ?? one);
            if (name) return load(name);
            return `({ ${loadedByName.map((one) => `'${one}': () => ${load(one)}`).join(', ')} })[name]()`;
          })
          .replace(/(?<!typeof )\bimport\('([^'.][^']*)'\)/g, (whole, name) => {
            if (kind === 'esm') return whole;
            return shared.includes(name) ? `Promise.resolve(require('${name}'))` : `importPackage('${name}')`;
          })
          // A file of ours that is loaded late stays in the bundle, where it is made when it is asked for.
          .replace(/(?<!typeof )\bimport\('(\.[^']*)'\)/g, (whole, name) => {
            if (kind === 'esm') return whole;
            const file = relative(join(root, 'src'), resolve(dirname(path), name)).replace(/js$/, 'ts');
            return loadLate(file) ?? `Promise.resolve().then(() => require('${name}'))`;
          })
          // Without an address between two paths: to make one takes as long as to read a file.
          .replace(/\bfileURLToPath\(new URL\(([^(),]+), import\.meta\.url\)\)/g, (whole, path) =>
            kind === 'cjs'
              ? `require('node:path').join(__dirname, ${JSON.stringify(posix.dirname(own))}, ${path})`
              : whole,
          )
          .replaceAll('import.meta.url', `(${place})`);
        return {
          contents: kind === 'cjs' ? `${contents}\n${noteOf(`/dist/${relative(join(root, 'src'), path)}`)}` : contents,
          loader: 'ts',
        };
      });
      builder.onResolve({ filter: /^/ }, ({ path, importer }) => {
        if (path.includes('/libraries/') && isLoadedAtOnce) return { path, external: true };
        if (!shared.includes(path) || !importer.startsWith(join(root, 'src'))) return undefined;
        return isLoadedAtOnce ? { path: files[path], external: true } : { path: files[path], namespace: 'late' };
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
