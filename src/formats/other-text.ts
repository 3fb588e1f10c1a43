import { parseYaml } from '../text/yaml.js';
import { asMap, asSequence, textOf } from '../text/yaml-access.js';
import type { YamlMap } from '../text/yaml-node.js';

/** What a text is that no format takes for its own. */
export type OtherText =
  /** With the kind of the resource, where Kubernetes would read it: of some languages one kind is read and another is not. */
  | { readonly kind: 'language'; readonly name: string; readonly resource: string | undefined }
  | { readonly kind: 'prose'; readonly beginning: string }
  | { readonly kind: 'unknown'; readonly keys: readonly string[] };

export function nameOtherText(text: string): OtherText {
  const documents = parseYaml(text);
  const roots = documents.flatMap(({ root }) => asMap(root) ?? []);
  const language = roots.flatMap((root) => languageOf(root) ?? [])[0];
  if (language) return { kind: 'language', ...language };
  const keys = roots.flatMap(({ pairs }) => pairs.map(({ key }) => key.value));
  const isMap = roots.some(({ pairs }) =>
    pairs.some(({ key, value }) =>
      pairs.length > 1 || value.kind !== 'scalar' ? !/\s/.test(key.value) : /^[a-z]\S*$/.test(key.value),
    ),
  );
  if (isMap || looksStructured.test(text)) return { kind: 'unknown', keys };
  const beginning = text.trim().split('\n', 1)[0]!.trim();
  return { kind: 'prose', beginning: beginning.length > 80 ? `${beginning.slice(0, 79)}…` : beginning };
}

function languageOf(root: YamlMap): { readonly name: string; readonly resource: string | undefined } | undefined {
  const name = languages.find(({ isIn }) => isIn(root))?.name;
  const kind = apiVersion(root) === '' ? '' : (textOf(valueIn(root, 'kind')) ?? '');
  return name === undefined ? undefined : { name, resource: /^\w{1,60}$/.test(kind) ? kind : undefined };
}

/** A key with an indented line or an entry below it, or the beginning of JSON. */
const looksStructured = /^["']?[\w.-]+["']?[ \t]*:[ \t]*\r?\n[ \t]*(?:- |["']?[\w.-]+["']?:)|^[ \t]*[{[]/m;

const languages: readonly { readonly name: string; readonly isIn: (root: YamlMap) => boolean }[] = [
  { name: 'Argo Workflows', isIn: isArgo },
  { name: 'Tekton', isIn: (root) => apiVersion(root).startsWith('tekton.dev/') },
  { name: 'Kubernetes', isIn: (root) => apiVersion(root) !== '' && has(root, 'kind') },
  { name: 'CircleCI', isIn: (root) => has(root, 'version', 'jobs') && (has(root, 'workflows') || has(root, 'orbs')) },
  { name: 'GitHub Actions', isIn: isGithubActions },
  { name: 'Azure Pipelines', isIn: (root) => has(root, 'trigger') && (has(root, 'pool') || has(root, 'jobs')) },
  { name: 'GitLab CI', isIn: isGitlabCi },
  {
    name: 'Docker Compose',
    isIn: (root) => members(root, 'services').some((one) => has(one, 'image') || has(one, 'build')),
  },
];

/** A text that calls itself so, or has what no other resource of that kind has. */
function isArgo(root: YamlMap): boolean {
  const spec = asMap(valueIn(root, 'spec'));
  const isWorkflow = /workflow$/i.test(textOf(valueIn(root, 'kind')) ?? '');
  return apiVersion(root).startsWith('argoproj.io/') || (isWorkflow && spec !== undefined && has(spec, 'templates'));
}

function isGithubActions(root: YamlMap): boolean {
  return members(root, 'jobs').some((job) => has(job, 'runs-on') || has(job, 'uses') || has(job, 'steps'));
}

function isGitlabCi(root: YamlMap): boolean {
  const jobs = root.pairs.flatMap(({ value }) => asMap(value) ?? []);
  const scripts = jobs.some((job) => has(job, 'script') || has(job, 'trigger'));
  return (
    scripts &&
    (asSequence(valueIn(root, 'stages')) !== undefined || jobs.some((job) => has(job, 'stage') || has(job, 'script')))
  );
}

function apiVersion(root: YamlMap): string {
  return textOf(valueIn(root, 'apiVersion')) ?? '';
}

function members(root: YamlMap, key: string): readonly YamlMap[] {
  return asMap(valueIn(root, key))?.pairs.flatMap(({ value }) => asMap(value) ?? []) ?? [];
}

function has(map: YamlMap, ...keys: readonly string[]): boolean {
  return keys.every((key) => valueIn(map, key) !== undefined);
}

function valueIn(map: YamlMap, key: string) {
  return map.pairs.find((pair) => pair.key.value === key)?.value;
}
