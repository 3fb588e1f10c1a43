import { readdirSync, readFileSync } from 'node:fs';

/** The folder of the package that a bundled file is from; `undefined` for a file of ours. */
export function packageOf(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** The licences of bundled packages, each text once, as they ask for. */
export function licenceTexts(folders) {
  const byText = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, 'utf8').trim();
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`);
  return `dagweave contains code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
