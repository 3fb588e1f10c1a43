import { lstatSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Arguments } from '../diagnostics/catalog.js';
import { ofRules, type Report } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile, LayerName } from '../model/layer.js';
import { emptyPath, reasonOf } from '../runtime/reason.js';
import { findRegistryFolder } from '../runtime/registry-folder.js';
import { ifThere } from './if-there.js';
import { readEnvironment, readSetOptions } from './overrides.js';
import { readText } from './read-text.js';

export interface ConfigurationSearch {
  /** Files, or folders of hook files, named on the command line; they take the place of the project's own. */
  readonly config: readonly string[];
  /** Files named on the command line as policies. */
  readonly policy?: readonly string[] | undefined;
  /** The file that the system keeps as its policy; `undefined` without such a place. */
  readonly systemPolicy?: string | undefined;
  /** `name=value` as given with `--set`. */
  readonly set: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory of the process, absolute; files below and above it are named from there. */
  readonly folder: string;
}

/** Every configuration that holds here, the weakest first: global, project, environment, command line. */
export async function readConfigurationFiles(
  search: ConfigurationSearch,
  report: Report,
): Promise<readonly ConfigurationFile[]> {
  const isNamed = search.config.length > 0;
  const project = isNamed ? namedFiles(search, report) : findProject(search, report);
  const policies = findPolicies(search);
  const global = findGlobal(search.environment, report).filter((path) => !project.includes(path));
  const shown = (path: string) => shownPath(search.folder, path);
  const isOther = (path: string) => !policies.includes(path);
  return [
    ...(await readAll(global.filter(isOther), 'global', (path) => path, report)),
    ...(await readAll(project.filter(isOther), 'project', shown, report)).map((file) => ({ ...file, isNamed })),
    ...readEnvironment(search.environment, report),
    ...readSetOptions(search.set, report),
    ...(await readAll(
      policies,
      'policy',
      (path) => (path === search.systemPolicy ? path : shown(path)),
      tellingOfVariable(search, report),
    )),
  ];
}

/** The weakest first: those of the environment, those of the command line, that of the system. */
function findPolicies(search: ConfigurationSearch): readonly string[] {
  const { environment, folder, systemPolicy } = search;
  const listed = (environment.DAGWEAVE_POLICY ?? '').split(delimiter).filter((path) => path !== '');
  const named = [...listed, ...(search.policy ?? [])].map((path) => resolve(folder, path));
  // Whatever is there but cannot be read is a mistake, not a place without a policy.
  const system = systemPolicy !== undefined && isThere(systemPolicy) ? [systemPolicy] : [];
  return [...new Set(named.filter((path) => !system.includes(path))), ...system];
}

/** Says of a policy that cannot be read that a variable names it, where none is on the command line. */
function tellingOfVariable({ environment, policy = [], systemPolicy }: ConfigurationSearch, report: Report): Report {
  if (!environment.DAGWEAVE_POLICY || policy.length > 0) return report;
  return (code, args, place) => {
    const { path, reason } = args as Arguments<'DW802'>;
    if (code !== 'DW802' || path === systemPolicy) return report(code, args, place);
    report('DW802', { path, reason: `${reason} (DAGWEAVE_POLICY names it)` }, place);
  };
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** Where a system keeps what its administrator decides; nothing in the environment of a process moves it. */
export function systemPolicyPlace(platform: string): string {
  if (platform === 'win32') return 'C:\\ProgramData\\dagweave\\policy.yaml';
  return platform === 'darwin' ? '/Library/Application Support/dagweave/policy.yaml' : '/etc/dagweave/policy.yaml';
}

function findGlobal(environment: ConfigurationSearch['environment'], report: Report): readonly string[] {
  const home = homeOf(environment);
  const stated = environment.XDG_CONFIG_HOME;
  const configHome = stated && isAbsolute(stated) ? stated : join(home, '.config');
  return [...pipelinesFile(configHome), ...arboristFile(home), ...dagweaveFile(join(configHome, 'dagweave'), report)];
}

/** What a configuration says goes before what lies in the registry. */
function findProject(search: ConfigurationSearch, report: Report): readonly string[] {
  return [...findRegistry(search, report), ...nearestConfiguration(search, report)];
}

/** Searched upwards from the working directory: the files of the first folder that has some. */
export function nearestConfiguration(whereabouts: Whereabouts, report: Report): readonly string[] {
  for (const here of projectFolders(whereabouts)) {
    const found = [...arboristFile(here), ...dagweaveFile(join(here, '.dagweave'), report)];
    if (found.length > 0) return found;
  }
  return [];
}

/** A folder means the hook files in it. */
function namedFiles({ config, folder }: ConfigurationSearch, report: Report): readonly string[] {
  const found: string[] = [];
  for (const written of config) {
    if (written === '') {
      report('DW802', { path: written, reason: emptyPath });
      continue;
    }
    const path = resolve(folder, written);
    const files = isFolder(path) ? hookFilesIn(path, report) : [path];
    if (files.length === 0) report('DW347', { folder: shownPath(folder, path) });
    found.push(...files);
  }
  return [...new Set(found)];
}

function arboristFile(folder: string): readonly string[] {
  const path = join(folder, '.arborist', 'config.json');
  return isFile(path) ? [path] : [];
}

/** Hooks of all pipelines. */
function pipelinesFile(configHome: string): readonly string[] {
  const path = join(configHome, 'agent-pipelines', 'hooks.yaml');
  return isFile(path) ? [path] : [];
}

const names = ['config.yaml', 'config.yml', 'config.json', 'config.jsonc'];

function dagweaveFile(folder: string, report: Report): readonly string[] {
  const found: string[] = [];
  for (const name of names) if (isFile(join(folder, name))) found.push(name);
  if (found.length > 1) report('DW345', { folder, names: found });
  return found.slice(0, 1).map((name) => join(folder, name));
}

function isFile(path: string): boolean {
  return ifThere(() => statSync(path))?.isFile() === true;
}

/** Relative, so that messages and outputs do not depend on where a project lies. */
function shownPath(folder: string, path: string): string {
  return relative(folder, path) || path;
}

async function readAll(
  paths: readonly string[],
  layer: LayerName,
  shown: (path: string) => string,
  report: Report,
): Promise<readonly ConfigurationFile[]> {
  const files: ConfigurationFile[] = [];
  for (const path of paths) {
    const text = await readText(shown(path), ofRules(report));
    if (text !== undefined) files.push({ path: shown(path), text, layer });
  }
  return files;
}

/** The files of the event registry: those of the nearest `.system/hooks` upwards, in the order of their names. */
function findRegistry(whereabouts: Whereabouts, report: Report): readonly string[] {
  const { path, foreign } = findRegistryFolder(projectFolders(whereabouts), whereabouts.folder);
  for (const folder of foreign) report('DW864', { folder, name: undefined });
  return path === undefined ? [] : hookFilesIn(path, report);
}

/** The hook files right in a folder. Scripts and notes may lie beside them. */
function hookFilesIn(folder: string, report: Report): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.') && extensions.has(extname(name)));
    const paths = names.sort().map((name) => join(folder, name));
    return paths.filter((path) => !isFolder(path));
  } catch (error) {
    report('DW802', { path: folder, reason: reasonOf(error) });
    return [];
  }
}

const extensions = new Set(['.yaml', '.yml']);

function isFolder(path: string): boolean {
  return ifThere(() => statSync(path))?.isDirectory() === true;
}

interface Whereabouts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory of the process, absolute. */
  readonly folder: string;
}

/** The working directory and what is above it. The home folder is not part of any project: what lies there is global. */
function* projectFolders({ folder, environment }: Whereabouts): Iterable<string> {
  const home = identityOf(homeOf(environment));
  for (let here = folder; identityOf(here) !== home; here = dirname(here)) {
    yield here;
    if (here === dirname(here)) return;
  }
}

function homeOf(environment: Whereabouts['environment']): string {
  return environment.HOME || process.getBuiltinModule('node:os').homedir();
}

/** One folder may go by several paths. */
function identityOf(folder: string): string {
  const found = ifThere(() => statSync(folder));
  return found ? `${found.dev}:${found.ino}` : folder;
}
