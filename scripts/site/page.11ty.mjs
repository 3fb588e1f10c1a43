/** A whole page: the text, what is before and behind it, and all other pages. */
export function render({ content, page, contents }) {
  const [, title] = /<h1[^>]*>(.*?)<\/h1>/.exec(content) ?? [];
  const name = page.fileSlug === '' ? 'index' : page.fileSlug;
  const order = [{ title: 'dagweave', name: 'index' }, ...contents.flatMap(({ pages }) => pages)];
  const at = order.findIndex((one) => one.name === name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.replace(/<[^>]*>/g, '')}${name === 'index' ? '' : ' · dagweave'}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header><a href="index.html"><strong>dagweave</strong></a><a class="to-contents" href="#contents">Contents</a></header>
<div class="columns">
<main>
${content}
${at < 0 ? '' : neighbours(order[at - 1], order[at + 1])}
</main>
<nav id="contents" aria-label="Contents">
${contents.map((section) => sectionOf(section, name)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

function neighbours(before, after) {
  const link = (one, rel, sign) =>
    one ? `<a rel="${rel}" href="${one.name}.html">${sign(one.title)}</a>` : '<span></span>';
  return `<p class="neighbours">${link(before, 'prev', (title) => `← ${title}`)}${link(after, 'next', (title) => `${title} →`)}</p>`;
}

function sectionOf({ title, pages }, current) {
  const links = pages.map((one) => {
    const here = one.name === current ? ' aria-current="page"' : '';
    return `<li><a href="${one.name}.html"${here}>${one.title}</a></li>`;
  });
  return `<h2>${title}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
}
