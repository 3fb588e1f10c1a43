import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const sources = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`;

/**
 * Gives headings the anchors that GitHub gives them, and makes links lead to the pages of the site.
 * @param besides pages of the repository outside of docs/, by their name in the site
 */
export function readLikeGitHub(markdown, besides) {
  markdown.enable('code');
  const names = new Map(Object.entries(besides).map(([name, path]) => [path, `${name}.html`]));
  markdown.core.ruler.push('site', ({ tokens, env }) => {
    const source = env.source ?? posix.normalize(env.page.inputPath);
    const used = new Map();
    tokens.forEach((token, at) => {
      if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[at + 1], used));
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') child.attrSet('href', target(child.attrGet('href'), source, names));
      }
    });
  });
  // A wide table moves under the finger; the page does not.
  markdown.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
}

/** As GitHub makes them. */
function anchorOf({ children }, used) {
  const text = children.map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}

/** A page of the site, or else the file in the repository. */
function target(href, source, names) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const file = posix.join(dirname(source), path);
  const end = anchor === undefined ? '' : `#${anchor}`;
  const page = names.get(file) ?? /^docs\/([\w-]+)\.md$/.exec(file)?.[1].concat('.html');
  if (page !== undefined) return page + end;
  if (!existsSync(file)) throw new Error(`${source}: ${href} leads nowhere`);
  return `${sources}/${file}${end}`;
}
