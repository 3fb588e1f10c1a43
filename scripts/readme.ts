import { readFileSync } from 'node:fs';

/** The README with each block of code behind a comment that names a file replaced by what the file holds. */
export function readmeWithExamples(readme: string): string {
  return readme.replace(namedBlock, (_, path: string, language: string) => {
    return `<!-- ${path} -->\n\`\`\`${language}\n${readFileSync(path, 'utf8')}\`\`\`\n`;
  });
}

const namedBlock = /<!-- (\S+) -->\n```(\w+)\n(?:[\s\S]*?\n)??```\n/g;
