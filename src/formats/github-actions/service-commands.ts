import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { containerCommands } from '../step-script/container-commands.js';
import { fieldText } from './fields.js';
import { type MatrixValues, withMatrix } from './matrix.js';
import { withSigns } from './step-commands.js';

/** What the services of a job are started with in place of what their images say. */
export function serviceCommands(job: YamlMap | undefined, matrix: MatrixValues): readonly string[] {
  const services = asMap(job && pairOf(job, 'services')?.value)?.pairs ?? [];
  return services.flatMap(({ value }) => {
    const service = asMap(value);
    const [, option] = entrypoint.exec(fieldText(service, 'options') ?? '') ?? [];
    const program = fieldText(service, 'entrypoint') ?? withoutQuotes(option ?? '');
    const texts = containerCommands(
      fieldText(service, 'image'),
      wordsOf(program),
      wordsOf(fieldText(service, 'command') ?? ''),
    );
    return texts.flatMap((text) => withMatrix(text, matrix)).map(withSigns);
  });
}

const entrypoint = /(?:^|\s)--entrypoint(?:=|\s+)("[^"]*"|'[^']*'|\S+)/;

function wordsOf(text: string): readonly string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(withoutQuotes);
}

function withoutQuotes(word: string): string {
  return /^(["']).*\1$/s.test(word) ? word.slice(1, -1) : word;
}
