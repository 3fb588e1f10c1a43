import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Report } from '../diagnostics/diagnostics.js';
import { extendedBy } from '../frontends/index.js';
import { type ConfigurationFile, type LayerName, type Located, layerNames } from '../model/layer.js';
import { isBelow } from '../runtime/is-below.js';
import { readSmallFile } from './read-small-file.js';

/** The configuration with all packs that its files extend, and those that packs extend. Nothing is fetched: packages are installed. */
export function withPacks(files: readonly ConfigurationFile[], report: Report): readonly ConfigurationFile[] {
  const found = new Map<string, ConfigurationFile>();
  const packages = new Map<string, string | undefined>();
  const all: ConfigurationFile[] = [];
  const waiting = [...files];
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const packs = new Map<string, string | undefined>();
    for (const pack of extendedBy(file)) {
      const place = findPack(pack, file, packages.get(file.path), report);
      packs.set(pack.value, place?.path);
      if (!place) continue;
      if (found.has(place.path)) continue;
      const read = readSmallFile(place.path);
      if ('problem' in read) {
        report('DW389', { pack: pack.value, path: place.path, reason: read.problem }, { span: pack.span });
        packs.set(pack.value, undefined);
        continue;
      }
      if (found.size >= mostFiles) {
        report('DW398', { most: mostFiles }, { span: pack.span });
        return all;
      }
      const added = { path: place.path, text: read.text, layer: file.layer, isPack: true };
      found.set(place.path, added);
      packages.set(place.path, place.package);
      waiting.push(added);
    }
    all.push(packs.size > 0 ? { ...file, packs } : file);
  }
  const layers = packLayers(all);
  return all.map((file) => (file.isPack ? { ...file, layer: layers.get(file.path)! } : file));
}

/** A pack belongs to the strongest layer that extends it, itself or by packs between them. */
function packLayers(all: readonly ConfigurationFile[]): ReadonlyMap<string, LayerName> {
  const packs = new Map(all.filter(({ isPack }) => isPack).map((file) => [file.path, file]));
  const layers = new Map<string, LayerName>();
  for (const layer of layerNames.toReversed()) {
    const users = all.filter((file) => !file.isPack && file.layer === layer);
    for (const { packs: extended } of users) {
      for (const path of extended?.values() ?? []) {
        const pack = path === undefined || layers.has(path) ? undefined : packs.get(path);
        if (!pack) continue;
        layers.set(pack.path, layer);
        users.push(pack);
      }
    }
  }
  return layers;
}

const mostFiles = 100;

interface PackPlace {
  readonly path: string;
  /** The folder of the package that it belongs to, without symbolic links; nothing outside of it is a part of the package. */
  readonly package: string | undefined;
}

function findPack(
  pack: Located<string>,
  { path: user }: ConfigurationFile,
  home: string | undefined,
  report: Report,
): PackPlace | undefined {
  const { value, span } = pack;
  const isFile = value.startsWith('.') || isAbsolute(value);
  const place = isFile
    ? fileAt(isAbsolute(value) ? value : join(dirname(user), value), home)
    : packageFile(value, dirname(user));
  if ('looked' in place) {
    const nearest = !isFile && existsSync(join(dirname(user), value)) ? `./${value}` : undefined;
    report('DW388', { pack: value, looked: nearest ? [] : place.looked, nearest }, { span });
    return undefined;
  }
  if ('reason' in place) {
    report('DW389', { pack: value, path: place.path, reason: place.reason }, { span });
    return undefined;
  }
  return place;
}

type Found = PackPlace | { readonly looked: readonly string[] } | { readonly path: string; readonly reason: string };

/** A link must not lead out of the folder that the path names: what it shows is printed in messages. */
function fileAt(path: string, home: string | undefined): Found {
  if (!existsSync(path)) return { looked: [path] };
  const real = realpathSync(path);
  if (home !== undefined && !isBelow(home, real)) return { path, reason: 'it is outside of the package that names it' };
  if (!isBelow(realpathSync(dirname(path)), real)) return { path, reason: 'a symbolic link leads out of its folder' };
  return { path, package: home };
}

/** As Node looks for packages: in the nearest `node_modules` upwards of where the file really lies. */
function packageFile(name: string, folder: string): Found {
  const parts = name.split('/');
  const length = name.startsWith('@') ? 2 : 1;
  const isName = parts.length >= length && parts.every((part) => /^@?[\w~-][\w.~-]*$/.test(part));
  const looked: string[] = [];
  for (let here = realpathSync(folder === '' ? '.' : folder); isName; here = dirname(here)) {
    const home = join(here, 'node_modules', ...parts.slice(0, length));
    if (basename(here) !== 'node_modules' && existsSync(home)) {
      for (const path of filesNamed(parts.slice(length)).map((file) => join(home, file))) {
        looked.push(shown(path));
        if (existsSync(path)) return inPackage(path, realpathSync(home));
      }
    }
    if (here === dirname(here)) break;
  }
  return { looked: looked.length > 0 ? looked : [`node_modules/${name}`] };
}

function inPackage(path: string, home: string): Found {
  const real = realpathSync(path);
  return isBelow(home, real)
    ? { path: shown(real), package: home }
    : { path: shown(path), reason: 'a symbolic link leads out of its package' };
}

/** A package is its `hooks.yaml`; what is named below it may be a file, with or without its ending, or a folder. */
function filesNamed(below: readonly string[]): readonly string[] {
  const path = below.join(sep);
  if (path === '') return ['hooks.yaml', 'hooks.yml', 'hooks.json'];
  return extname(path) === '' ? [`${path}.yaml`, `${path}.yml`, `${path}.json`, join(path, 'hooks.yaml')] : [path];
}

function shown(path: string): string {
  return relative(process.cwd(), resolve(path));
}
