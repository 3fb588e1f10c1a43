import { inputSchema, tools } from '../src/cli/mcp/tools.js';

/** The page about agents with its table of tools as it is in the code. */
export function agentsPage(page: string): string {
  const rows = tools.map((tool) => {
    const { properties } = inputSchema(tool);
    const names = Object.entries(properties).map(
      ([name, { enum: choices }]) => `\`${name}\`${choices ? ` (${choices.join(', ')})` : ''}`,
    );
    return `| \`${tool.name}\` | ${names.join(', ')} | ${tool.description} |\n`;
  });
  return page.replace(
    /(<!-- tools -->\n\| tool .*\n\| --- .*\n)(?:\| .*\n)*/,
    (_, head: string) => `${head}${rows.join('')}`,
  );
}
