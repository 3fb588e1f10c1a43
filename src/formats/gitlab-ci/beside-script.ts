import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { containerCommands } from '../step-script/container-commands.js';
import { type Commands, commandsIn, commandsOf, entriesIn, valueReferredTo, valueUnder } from './commands.js';
import type { JobText } from './document.js';
import { imageNames } from './images.js';
import type { Pipeline } from './pipeline.js';

/** What a job runs beside its script, each by the key that says so. */
export function besideScript(job: JobText, pipeline: Pipeline): readonly (readonly [string, Commands])[] {
  const { document, file } = pipeline;
  const hooks = asMap(valueUnder(job, 'hooks', document, file.text));
  const early = hooks && pairOf(hooks, beforeSources)?.value;
  const places = [
    ...['before_script', 'after_script'].map((key) => [key, commandsOf(job, key, document, file.text)] as const),
    ...(early ? [[beforeSources, commandsIn(early, document, file.text)] as const] : []),
    ...['image', 'services'].map((key) => [key, commandsOfContainers(job, key, pipeline)] as const),
  ];
  return places.filter(([, { texts, unread }]) => texts.length > 0 || unread !== undefined);
}

/** What a job runs before it gets its files, under `hooks`. */
const beforeSources = 'pre_get_sources_script';

/** What the containers of a job are started with in place of what their images say. */
function commandsOfContainers(job: JobText, key: string, { document, file: { text } }: Pipeline): Commands {
  const value = valueUnder(job, key, document, text);
  const containers = value ? entriesIn(value, document, text).nodes.filter((node) => node.kind === 'map') : [];
  const words = (map: YamlMap, of: string) => {
    const written = pairOf(map, of)?.value;
    const list = written && asSequence(valueReferredTo(written, document, text));
    return list?.items.flatMap((item) => textOf(item.value) ?? []) ?? [];
  };
  const texts = containers.flatMap((map) => {
    const [image] = imageNames(map, document, text);
    return containerCommands(image, words(map, 'entrypoint'), words(map, 'command'));
  });
  return { texts, unread: undefined };
}
