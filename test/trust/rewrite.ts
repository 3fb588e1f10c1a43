import { spawnSync } from 'node:child_process';
import { parseAllDocuments, stringify } from 'yaml';

/** What other tools do to a file that they read and write again. */
export const rewriters: Readonly<Record<string, ((text: string) => string | undefined) | undefined>> = {
  'yaml, with comments': (text) =>
    documents(text)
      ?.map((one) => one.toString())
      .join(''),
  'keys sorted, no comments, no blocks': (text) =>
    documents(text)
      ?.map((one) =>
        stringify(one.toJS({ maxAliasCount: -1 }), {
          sortMapEntries: true,
          blockQuote: false,
          version: '1.1',
          aliasDuplicateObjects: false,
        }),
      )
      .join('---\n'),
  PyYAML: pyYaml(),
};

function documents(text: string) {
  const found = parseAllDocuments(text, { merge: true });
  return Array.isArray(found) && found.every((one) => one.errors.length === 0) ? found : undefined;
}

/** PyYAML itself, where it is there. */
function pyYaml(): ((text: string) => string | undefined) | undefined {
  if (spawnSync('python3', ['-c', 'import yaml']).status !== 0) return undefined;
  return (text) => {
    const script =
      'import sys,yaml; yaml.safe_dump_all(list(yaml.safe_load_all(sys.stdin)), sys.stdout, allow_unicode=True)';
    const ran = spawnSync('python3', ['-c', script], { input: text, encoding: 'utf8' });
    return ran.status === 0 ? ran.stdout : undefined;
  };
}
