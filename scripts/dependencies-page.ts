import { readFileSync } from 'node:fs';

/** Why each package is there. A package without a reason is an error. */
const reasons: Readonly<Record<string, string>> = {
  '@ai-sdk/anthropic': 'agents of the runner `anthropic`',
  '@ai-sdk/openai-compatible': 'agents of the runner `openai`',
  '@dagrejs/graphlib': 'cycles among workflows that call each other',
  '@hpcc-js/wasm-graphviz':
    'where boxes and arrows of `--view svg` and `html` go; 2 MB of WebAssembly, loaded for pictures alone',
  '@marcbachmann/cel-js': '`match: {cel}`, loaded for rules with an expression alone',
  '@modelcontextprotocol/sdk': '`dagweave mcp`',
  '@noble/hashes': 'SHA-256 of the first digests of a program, because `node:crypto` takes longer to load',
  ai: 'the turns of an agent over HTTP',
  commander: 'options and help',
  execa: 'starting programs from steps',
  handlebars: 'prompts with `{{#if}}` and partials',
  'json-p3': '`score_path`, which is JSONPath of RFC 9535',
  leven: '“did you mean”',
  minimatch: 'globs',
  picocolors: 'colours',
  re2js: 'regular expressions in linear time',
  yaml: 'reading YAML with places',
  zod: 'checking configurations, and their published schemas',
};

/** The page of all packages that come with dagweave or are asked for, as package.json has them. */
export function dependenciesPage(): string {
  const own = manifestOf('.');
  const bundled = Object.keys(own.devDependencies).filter((name) => name in reasons && !(name in own.peerDependencies));
  const used = [...Object.keys(own.dependencies), ...Object.keys(own.peerDependencies), ...bundled];
  const idle = Object.keys(reasons).filter((name) => !used.includes(name));
  if (idle.length > 0) throw new Error(`nobody needs ${idle.join(', ')}`);
  return `# Packages and licences

dagweave is under the MIT licence. npm installs three packages beside it; what else it uses of others is inside its own files, with the texts of their
licences in \`dist/licences.txt\`, so that no other version of them can change what it does.

## Installed with it

${table(Object.keys(own.dependencies))}
## Optional: you install them where you need them

A verb or step that needs one says so, with the command that installs it.

${table(Object.keys(own.peerDependencies))}
## Inside

These and what they bring along:

${table(bundled)}`;
}

function table(names: readonly string[]): string {
  const rows = names.toSorted().map((name) => {
    const { version, license } = manifestOf(`node_modules/${name}`);
    const reason = reasons[name];
    if (!reason) throw new Error(`scripts/dependencies-page.ts does not say what ${name} is for`);
    return `| [\`${name}\`](https://www.npmjs.com/package/${name}) | ${version} | ${license} | ${reason} |\n`;
  });
  return `| package | version | licence | for |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

interface PackageManifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): PackageManifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as PackageManifest;
}
