import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which folders a folder of src may import, besides itself, and why no more. */
const layers: Readonly<Record<string, { readonly imports: readonly string[]; readonly because: string }>> = {
  model: { imports: [], because: 'it is the waist that all stages share' },
  diagnostics: { imports: ['model', 'lang'], because: 'any stage reports, so reporting knows no stage' },
  lang: { imports: [], because: 'the small languages mean the same wherever they are written' },
  text: { imports: ['model', 'diagnostics'], because: 'bytes are edited without knowing what they mean' },
  settings: {
    imports: ['model', 'lang'],
    because: 'dispatch reads agent settings in a hurry, the front end with places, and both must understand the same',
  },
  frontends: {
    imports: ['model', 'diagnostics', 'text', 'lang', 'settings'],
    because: 'a way of writing rules must not know steps, formats or other ways',
  },
  formats: {
    imports: ['model', 'diagnostics', 'text', 'lang'],
    because: 'a workflow language must not know where rules come from or what steps do',
  },
  'formats at run': {
    imports: ['runtime', 'formats'],
    because: 'it tells a step about the run that the step is in, and reads no workflow',
  },
  runtime: {
    imports: ['model', 'lang'],
    because: 'what steps and hooks share when they run: processes, models, masking; it starts fast and knows neither',
  },
  dispatch: {
    imports: ['model', 'diagnostics', 'lang', 'settings', 'runtime', 'render'],
    because: 'somebody waits for it: what is slow or belongs to the compiler is handed in by the command line',
  },
  steps: {
    imports: ['model', 'lang', 'runtime', 'dispatch'],
    because: 'a step type says what to call and what that does; a hook inside a DAG runs as dispatch runs it',
  },
  passes: {
    imports: ['model', 'diagnostics', 'lang', 'steps'],
    because: 'a pass that knew a format would have to learn the next one',
  },
  render: {
    imports: ['model', 'diagnostics', 'text', 'lang'],
    because: 'what people see is made from finished values',
  },
  cli: {
    imports: [
      'model',
      'diagnostics',
      'lang',
      'text',
      'settings',
      'frontends',
      'formats',
      'formats at run',
      'steps',
      'passes',
      'runtime',
      'dispatch',
      'render',
      'pipeline',
      'compile.ts',
      'explain.ts',
      'strip.ts',
      'verify.ts',
      'manifest',
      'index.ts',
    ],
    because: 'it is the outermost layer',
  },
  pipeline: {
    imports: ['model', 'diagnostics', 'lang', 'text', 'frontends', 'formats', 'passes'],
    because: 'it is what compile, strip and verify share: front ends, formats and passes put together, and still pure',
  },
  'compile.ts': {
    imports: ['model', 'diagnostics', 'lang', 'text', 'frontends', 'formats', 'steps', 'passes', 'pipeline'],
    because: 'the compiler is pure: no process, no terminal',
  },
  'strip.ts': {
    imports: ['model', 'diagnostics', 'text', 'frontends', 'formats', 'passes', 'pipeline', 'compile.ts'],
    because: 'it is as pure as the compiler',
  },
  'explain.ts': {
    imports: ['model', 'diagnostics', 'frontends', 'passes', 'pipeline', 'compile.ts'],
    because: 'it is as pure as the compiler',
  },
  'verify.ts': {
    imports: ['model', 'diagnostics', 'text', 'frontends', 'formats', 'passes', 'pipeline', 'compile.ts', 'manifest'],
    because: 'it is as pure as the compiler',
  },
  manifest: {
    imports: ['model', 'diagnostics', 'lang', 'text', 'compile.ts'],
    because: 'it says what a compile did, and reads that again; it is as pure',
  },
  library: {
    imports: ['model', 'diagnostics', 'lang', 'render', 'compile.ts', 'strip.ts', 'verify.ts', 'manifest'],
    because: 'it checks what programs give that have no types, and shows them results; it is as pure as the compiler',
  },
  'index.ts': {
    imports: [
      'model',
      'diagnostics',
      'lang',
      'text',
      'frontends',
      'formats',
      'steps',
      'passes',
      'compile.ts',
      'strip.ts',
      'verify.ts',
      'manifest',
      'library',
    ],
    because: 'the library is the pipeline and its types',
  },
};

/** Each library is behind the files named here, so that it can be replaced and its pitfalls are known in one place. */
const owners: Readonly<Record<string, readonly string[]>> = {
  '@ai-sdk/anthropic': ['runtime/llm/agent-loop.ts'],
  '@ai-sdk/openai-compatible': ['runtime/llm/agent-loop.ts'],
  '@dagrejs/graphlib': ['passes/graph/call-graph.ts'],
  '@hpcc-js/wasm-graphviz': ['render/graph/layout.ts'],
  '@marcbachmann/cel-js': ['lang/cel/cel.ts'],
  ai: ['runtime/llm/agent-loop.ts'],
  commander: [
    'cli/program.ts',
    ...[
      'help-verb',
      'verb-option',
      'outline-of',
      'rule-verbs',
      'run-verbs',
      'setup-verbs',
      'verb-action',
      'workflow-verbs',
    ].map((name) => `cli/program/${name}.ts`),
    'cli/flag-command.ts',
  ],
  execa: ['runtime/host.ts'],
  handlebars: ['lang/handlebars.ts'],
  'json-p3': ['lang/json-path.ts'],
  leven: ['lang/nearest.ts'],
  minimatch: ['lang/glob.ts'],
  picocolors: ['render/colors.ts'],
  re2js: ['lang/regex.ts'],
  yaml: ['text/compose-yaml.ts', 'text/yaml.ts'],
};

/** Folders that must give the same output for the same input: no files, no clock, no environment, no network. */
const pure = [
  'model',
  'settings',
  'diagnostics',
  'lang',
  'text',
  'frontends',
  'formats',
  'passes',
  'render',
  'pipeline',
  'compile.ts',
  'explain.ts',
  'strip.ts',
  'verify.ts',
  'manifest',
  'library',
  'index.ts',
];
const pureBuiltins = new Set(['node:buffer', 'node:crypto', 'node:module', 'node:path', 'node:util', 'node:vm']);

const imports = sourceFiles('src').flatMap(importsOf);
const ours = imports.filter((one) => one.target.startsWith('.'));
const foreign = imports.filter((one) => !one.target.startsWith('.'));

describe('a folder imports only what is below it', () => {
  for (const [layer, { imports: allowed, because }] of Object.entries(layers)) {
    test(`${layer}: ${because}`, () => {
      const wrong = ours
        .filter((one) => layerOf(one.file) === layer)
        .filter((one) => ![layer, ...allowed].includes(layerOf(resolved(one))))
        .map((one) => `${one.file} imports ${resolved(one)}`);
      expect(wrong).toEqual([]);
    });
  }

  // A folder without a rule could import anything.
  test('and every folder has its rule', () => {
    const found = new Set(sourceFiles('src').map((path) => layerOf(relative('src', path))));
    expect([...found].filter((layer) => !Object.hasOwn(layers, layer))).toEqual([]);
  });

  // Files of a circle can only be read, tested and moved together.
  test('and no files import each other in a cycle', () => {
    expect(circles()).toEqual([]);
  });
});

/** The folders of `passes`, in order: each may import those in front of it. */
const stages: readonly (readonly [stage: string, because: string])[] = [
  ['rules', 'what the rules say is known before any workflow is looked at'],
  ['graph', 'the order of a workflow is one question, whichever rule asks it'],
  ['match', 'what a step does is read before a rule asks for it'],
  ['variables', 'a value is found in the same way wherever a hook goes'],
  ['select', 'which rule matches what is decided before anything is placed'],
  ['bind', 'the text of a step does not depend on who waits for it'],
  ['earlier', 'hooks of an earlier run are taken out before new ones are placed'],
  ['place', 'a plan is made of what was selected and bound'],
  ['verify', 'a result is checked against a finished plan'],
  ['show', 'pictures and reasons are made from what the others found'],
];

describe('a stage of the passes imports only those in front of it', () => {
  const stageOf = (file: string) => /^passes\/([^/]+)\//.exec(file)?.[1];
  stages.forEach(([stage, because], position) => {
    test(`${stage}: ${because}`, () => {
      const allowed = stages.slice(0, position + 1).map(([name]) => name);
      const wrong = ours.filter((one) => {
        const to = stageOf(resolved(one));
        return stageOf(one.file) === stage && to !== undefined && !allowed.includes(to);
      });
      expect(wrong.map((one) => `${one.file} imports ${resolved(one)}`)).toEqual([]);
    });
  });

  test('and every pass is in a stage', () => {
    const found = new Set(sourceFiles('src/passes').map((path) => stageOf(relative('src', path))));
    expect(found).toEqual(new Set(stages.map(([stage]) => stage)));
  });
});

describe('siblings never import each other', () => {
  const families: Readonly<Record<string, string>> = {
    frontends: 'a way of writing rules is added, changed or taken out without a look at the others',
    formats: 'a workflow language is added, changed or taken out without a look at the others',
  };
  /** What formats write into a list of steps in YAML alike, and into the text of a step; it knows none of them. */
  const shared = new Set(['formats/yaml-steps', 'formats/step-script']);
  for (const [family, because] of Object.entries(families)) {
    test(`${family}: ${because}`, () => {
      const siblingOf = (file: string) => new RegExp(`^${family}/([^/]+)/`).exec(file)?.[1];
      const wrong = ours.filter((one) => {
        const [from, to] = [siblingOf(one.file), siblingOf(resolved(one))];
        return from !== undefined && to !== undefined && from !== to && !shared.has(`${family}/${to}`);
      });
      expect(wrong.map((one) => `${one.file} imports ${resolved(one)}`)).toEqual([]);
    });

    test(`${family}: only the list in index.ts knows which there are`, () => {
      const inside = new RegExp(`^${family}/[^/]+/`);
      const wrong = ours.filter(
        (one) =>
          one.file.startsWith(`${family}/`) &&
          !inside.test(one.file) &&
          ![`${family}/index.ts`, `${family}/at-run.ts`].includes(one.file) &&
          inside.test(resolved(one)),
      );
      expect(wrong.map((one) => `${one.file} imports ${resolved(one)}`)).toEqual([]);
    });
  }
});

describe('a library has one owner', () => {
  for (const [library, files] of Object.entries(owners)) {
    test(library, () => {
      const users = foreign.filter((one) => packageOf(one.target) === library).map((one) => one.file);
      expect(users.filter((file) => !files.includes(file))).toEqual([]);
    });
  }

  // What is inside was read and is typed; the whole form of zod costs each start of a step several milliseconds.
  test('zod checks what people write and nothing else, in its small form', () => {
    const users = foreign.filter((one) => packageOf(one.target) === 'zod');
    const readers = /^(?:frontends|steps|manifest\/read\.ts|cli\/rule-tests\/ready-cases\.ts)(?:\/|$)/;
    expect(users.filter((one) => !readers.test(one.file)).map((one) => one.file)).toEqual([]);
    expect(users.filter((one) => one.target !== 'zod/mini').map((one) => one.file)).toEqual([]);
  });

  // Users download and trust each of them.
  test('every library that is installed for users is one that the sources use', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const used = new Set(foreign.map((one) => packageOf(one.target)));
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([]);
  });
});

test('a pass names no way of writing rules: what is peculiar to one comes to it as data', () => {
  const siblings = [...new Set(sourceFiles('src/frontends').map((path) => path.split('/').at(-2)!))];
  const names = siblings.filter((name) => name !== 'frontends').map((name) => name.replace('-', '.?'));
  const wrong = sourceFiles('src/passes').filter((path) =>
    new RegExp(names.join('|'), 'i').test(readFileSync(path, 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('stages of the compiler touch no files, no processes and no network', () => {
  const wrong = foreign
    .filter(
      (one) => pure.includes(layerOf(one.file)) && one.target.startsWith('node:') && !pureBuiltins.has(one.target),
    )
    .map((one) => `${one.file} imports ${one.target}`);
  expect(wrong).toEqual([]);
});

describe('a step type keeps apart what is written and what runs', () => {
  const inSteps = ours.filter((one) => layerOf(one.file) === 'steps');

  // A type is added or taken away as one folder.
  test('no type imports another one', () => {
    const typeOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
    const wrong = inSteps.filter((one) => {
      const target = resolved(one);
      return layerOf(target) === 'steps' && ![undefined, typeOf(one.file)].includes(typeOf(target));
    });
    expect(wrong.filter((one) => typeOf(one.file) !== undefined)).toEqual([]);
  });

  // A compile loads every `call.ts`, and must stay pure.
  test('a call.ts imports no run.ts', () => {
    expect(inSteps.filter((one) => one.file.endsWith('/call.ts') && /\/run\.(js|ts)$/.test(one.target))).toEqual([]);
  });

  test('what a step asks of its engine loads no compiler', () => {
    const loaded = loadedBy(['formats/at-run.ts']).filter((file) => layerOf(file) !== 'formats at run');
    expect(loaded).toEqual(['formats/dagu/words.ts']);
  });

  test('compiling loads nothing that runs a step, and all that it loads is pure', () => {
    const loaded = loadedBy(['compile.ts', 'strip.ts', 'explain.ts', 'verify.ts', 'index.ts']);
    expect(
      loaded.filter((file) => /^(runtime|dispatch|cli)\/|\/at-run[/.]|^steps\/(run-step|.*\/run)\.ts$/.test(file)),
    ).toEqual([]);
    const wrong = foreign.filter(
      (one) => loaded.includes(one.file) && one.target.startsWith('node:') && !pureBuiltins.has(one.target),
    );
    expect(wrong).toEqual([]);
  });
});

// A name is a promise to others: what is exported and imported by nobody must be read before anything near it can change.
test('nothing is exported that nobody imports, which knip finds in the lint step, tests left out', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts.lint?.split(' && ')).toEqual(expect.arrayContaining(['knip', 'knip --production']));
});

describe('only the folder of a format names its engine, and uses its words', () => {
  /** Of what the words are, and who has them for all others. */
  const words: Readonly<Record<string, RegExp>> = {
    'an engine': /dagu/i,
    'a version of an engine': /\b1\.30\b|\b2\.x\b/,
    'fields of a workflow, which `engine.words` has':
      /`depends\b|\bdepends:|continue_?on\b(?!block)|handler_?on\b|preconditions|\btype: (?:graph|chain)|base\.yaml/i,
    'a kind of step, which `engine.words` has': /\brouters?\b/i,
    'how an engine gives a step a variable, which `engine.shell` has': /\bprintenv\b/,
    'what a step finds of its run, which `RunningEngine` has': /\bDAG_(?:RUN|NAME)|dag-run|status\.jsonl/,
  };
  const allowed: Readonly<Record<string, string>> = {
    'formats/index.ts': 'the list of formats',
    'formats/at-run.ts': 'the list of engines of steps',
    'frontends/setting-schemas.ts': 'the keys `format` and `dagu.base_config`, with what they mean',
    'frontends/property-texts.ts': 'the keys of one engine, with an example of each',
    'frontends/section-settings.ts': 'the key `dagu.base_config`',
    'diagnostics/catalog/configuration.ts': 'the key `dagu.base_config`',
    'diagnostics/catalog/lowering.ts': 'the key `dagu.base_config`',
    'compile.ts': 'the key `dagu.base_config`',
    'cli/options.ts': 'the values of `--format`; reading the list of formats would load them all for a line of help',
    'cli/verb-options.ts': 'an example of a version, in a line of help',
    'cli/init/first-configuration.ts': 'a configuration to begin with, for the engine that there is',
    'text/answer.ts': 'what language models write behind the backquotes of a block',
  };
  const own = /^formats\/(?!(?:yaml-steps|step-script)\/)[^/]+\//;
  const others = sourceFiles('src').filter((path) => !own.test(relative('src', path)));
  const naming = (pattern: RegExp) =>
    others.filter((path) => pattern.test(readFileSync(path, 'utf8'))).map((path) => relative('src', path));

  for (const [what, pattern] of Object.entries(words)) {
    test(what, () => {
      expect(naming(pattern).filter((file) => !Object.hasOwn(allowed, file))).toEqual([]);
    });
  }

  // A key is named in a message; nothing else of the engine is.
  test('a message names a key of the configuration alone', () => {
    const texts = sourceFiles('src/diagnostics').map((path) => readFileSync(path, 'utf8'));
    const rest = texts.map((text) => text.replaceAll('`dagu.base_config`', ''));
    for (const pattern of Object.values(words)) expect(rest.filter((text) => pattern.test(text))).toEqual([]);
  });

  test('and no exception is left over', () => {
    const found = new Set(Object.values(words).flatMap(naming));
    expect(Object.keys(allowed).filter((file) => !found.has(file))).toEqual([]);
  });
});

test('a format is known to the list of formats alone', () => {
  const wrong = ours.filter((one) => /^formats\/[^/]+\//.test(resolved(one)) && !one.file.startsWith('formats/'));
  expect(wrong.map((one) => `${one.file} imports ${resolved(one)}`)).toEqual([]);
});

// What is put into a drawer is found by nobody, and soon everything imports it: a file goes to the folder of its subject.
test('no drawer for leftovers', () => {
  const drawers = sourceFiles('src').filter((path) =>
    /(^|\/)(utils?|helpers?|misc|common|shared)(\.ts$|\/)/.test(path),
  );
  expect(drawers).toEqual([]);
});

interface Import {
  /** Below src. */
  readonly file: string;
  readonly target: string;
  /** False for types, and for what is loaded only when it is called. */
  readonly atOnce: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s[^;]*?\sfrom\s+'([^']+)'|^import\s+'([^']+)'|\b(?:import|createRequire\(import\.meta\.url\))\(\s*'([^']+)'\s*\)/gm,
  );
  return [...statements].map((match) => ({
    file: relative('src', path),
    target: (match[1] ?? match[2] ?? match[3])!,
    atOnce: match[3] === undefined && !/^(?:import|export)\s+type\s/.test(match[0]),
  }));
}

function resolved({ file, target }: Import): string {
  return posix.join(dirname(file), target).replace(/\.js$/, '.ts');
}

/** What formats know of a run is apart from what they know of texts, because it reads files. */
function layerOf(file: string): string {
  if (/^formats\/(?:[^/]+\/at-run\/|at-run\.ts$)/.test(file)) return 'formats at run';
  return file.split('/')[0]!;
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Files that are loaded with these. */
function loadedBy(files: readonly string[]): readonly string[] {
  const seen = new Set(files);
  for (const file of seen) {
    for (const one of ours) if (one.file === file && one.atOnce) seen.add(resolved(one));
  }
  return [...seen];
}

/** Files that reach themselves by imports of values or types. */
function circles(): string[] {
  const next = new Map<string, string[]>();
  for (const one of ours) next.set(one.file, [...(next.get(one.file) ?? []), resolved(one)]);
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const queue = [...(next.get(from) ?? [])];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (file === from) return true;
      if (seen.has(file)) continue;
      seen.add(file);
      queue.push(...(next.get(file) ?? []));
    }
    return false;
  };
  return [...next.keys()].filter(reaches);
}
