import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface ActionInput {
  readonly description: string;
  readonly default: string;
}

/** The page about builds with the inputs of the action as its file has them. */
export function ciPage(page: string): string {
  const { inputs } = parse(readFileSync('.github/actions/check/action.yml', 'utf8')) as {
    readonly inputs: Readonly<Record<string, ActionInput>>;
  };
  const rows = Object.entries(inputs).map(
    ([name, { description, default: value }]) =>
      `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description} |\n`,
  );
  return page.replace(
    /(<!-- inputs -->\n\| input .*\n\| --- .*\n)(?:\| .*\n)*/,
    (_, head: string) => `${head}${rows.join('')}`,
  );
}
