// Bundles the scripts of the HTML report into a module of two texts, so that the report is one file and the sources run
// without a build. The module is committed; where CI is set it is compared, and never written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const folder = 'src/render/html';
const path = `${folder}/page-scripts.ts`;

const text = `// Written by \`npm run build\` from page/; a change belongs there.
export const pageScript = ${JSON.stringify(bundled('main'))};
export const reloadScript = ${JSON.stringify(bundled('reload'))};
`;
const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === text;
if (!isCurrent && process.env.CI) {
  console.error(`${path} is not what page/ gives: run "npm run build" and commit it`);
  process.exit(1);
}
if (!isCurrent) writeFileSync(path, text);

function bundled(name) {
  const { outputFiles } = buildSync({
    entryPoints: [`${folder}/page/${name}.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
  });
  return outputFiles[0].text;
}
