import { readFileSync } from 'node:fs';
import { contents } from './contents.mjs';
import { readLikeGitHub } from './markdown.mjs';

/** Pages of the repository that are beside `docs/`, by the name that they get in the site. */
const besides = {
  index: 'README.md',
  changelog: 'CHANGELOG.md',
  contributing: '.github/CONTRIBUTING.md',
  reporting: '.github/SECURITY.md',
};

/** `npm run docs:site` makes a site of the pages in docs/ that works from disk: flat, without scripts, all links relative. */
export default function site(eleventy) {
  eleventy.amendLibrary('md', (markdown) => readLikeGitHub(markdown, besides));
  eleventy.addGlobalData('layout', 'page.11ty.mjs');
  eleventy.addGlobalData('permalink', () => (data) => `${data.page.filePathStem.slice(1)}.html`);
  eleventy.addGlobalData('contents', contents);
  for (const [name, path] of Object.entries(besides)) {
    eleventy.addTemplate(`${name}.md`, readFileSync(path, 'utf8'), { source: path });
  }
  eleventy.addPassthroughCopy({ 'scripts/site/style.css': 'style.css' });
  // Folders that agents load, which are no pages.
  eleventy.ignores.add('docs/claude-plugin/**');
  return {
    dir: { input: 'docs', includes: '../scripts/site', output: 'site' },
    // Braces in the pages are those of workflows.
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
    templateFormats: ['md'],
  };
}
