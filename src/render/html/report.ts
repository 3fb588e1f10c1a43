import { createHash } from 'node:crypto';
import { oneLine } from '../graph/words.js';
import { visible } from '../visible.js';
import { pageScript, reloadScript } from './page-scripts.js';
import { type ReportContent, reportData } from './report-data.js';
import { style } from './style.js';

/**
 * One page with everything in it: it works from disk, asks no network for anything, and runs no script but its own. What is
 * foreign in it is in one block of JSON, and the script writes it as text.
 */
export function htmlReport(content: ReportContent): string {
  const script = content.served ? `${pageScript}${reloadScript}` : pageScript;
  const data = `<script type="application/json" id="data">${inScript(JSON.stringify(reportData(content)))}</script>`;
  return page(content.title, style, `${markup}\n${data}\n`, script, content.served);
}

/** What a served page shows while something is in the way: the diagnostics, until the files change. */
export function messagePage(text: string): string {
  const body = `<pre>${markedUp(visible(text))}</pre>`;
  return page('dagweave', 'pre { white-space: pre-wrap; margin: 2em }', body, reloadScript, true);
}

/** @param served whether it may ask the server that it came from */
function page(title: string, style: string, body: string, script: string, served: boolean): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    ...(served ? ["connect-src 'self'"] : []),
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markedUp(oneLine(title))}</title>
<style>${style}</style>
</head>
<body>
${body}<script>${script}</script>
</body>
</html>
`;
}

function markedUp(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Nothing in it can end the block or begin a comment. */
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** What is on the page before the script fills it. Nothing foreign is in it. */
const markup = `<header>
  <div class="heading"><h1 id="title"></h1><p id="summary"></p></div>
  <div class="controls">
    <span id="sides" class="group" role="group" aria-label="What the picture shows">
      <button type="button" data-side="change" aria-pressed="true">Change</button>
      <button type="button" data-side="before" aria-pressed="false">Before</button>
      <button type="button" data-side="after" aria-pressed="false">After</button>
    </span>
    <span id="filters" class="group">
      <select id="by-point" aria-label="Point"></select>
      <select id="by-rule" aria-label="Rule"></select>
      <select id="by-task" aria-label="Task"></select>
    </span>
    <input id="search" type="search" placeholder="Find a step  ( / )" aria-label="Find a step">
    <span class="group" role="group" aria-label="Zoom">
      <button type="button" id="zoom-out" title="Zoom out ( - )">−</button>
      <button type="button" id="zoom-in" title="Zoom in ( + )">+</button>
      <button type="button" id="fit" title="Show all ( 0 )">Fit</button>
    </span>
    <span class="group" role="group" aria-label="Folding">
      <button type="button" id="unfold-all" title="Show every step of every DAG">Unfold all</button>
      <button type="button" id="fold-all" title="Show only the DAGs that a run starts with, and like steps as one">Fold all</button>
    </span>
    <button type="button" id="theme" title="Light or dark">◐</button>
    <button type="button" id="help-button" aria-expanded="false" aria-controls="help" title="Keys ( ? )">?</button>
  </div>
</header>
<main>
  <section id="picture" aria-label="Picture"><svg id="canvas" role="application" aria-label="DAGs; arrow keys move from step to step"></svg>
    <svg id="minimap" aria-hidden="true" hidden></svg>
    <ul id="legend" aria-label="Legend" hidden></ul>
    <div id="tip" role="tooltip" hidden></div>
    <div id="help" hidden><h2>Keys</h2><dl>
      <dt>↑ ↓</dt><dd>to what the step waits for, to what waits for it</dd><dt>← →</dt><dd>to the step beside</dd>
      <dt>n p</dt><dd>next and previous added step</dd><dt>Enter</dt><dd>fold or unfold the DAG that the step calls; list what is folded</dd>
      <dt>b</dt><dd>change, before, after</dd><dt>w</dt><dd>patch, added steps, will it run?</dd><dt>+ − 0</dt><dd>zoom, show all</dd><dt>/</dt><dd>find</dd>
      <dt>Esc</dt><dd>close, let go</dd></dl></div>
  </section>
  <aside>
    <section id="details" aria-live="polite" aria-label="Step"></section>
    <div id="tabs" role="tablist">
      <button type="button" role="tab" id="tab-patch" aria-controls="patch" aria-selected="true">Patch</button>
      <button type="button" role="tab" id="tab-added" aria-controls="added" aria-selected="false">Added steps</button>
      <button type="button" role="tab" id="tab-runs" aria-controls="runs" aria-selected="false">Will it run?</button>
    </div>
    <div id="patch" role="tabpanel" aria-labelledby="tab-patch" tabindex="0"></div>
    <div id="added" role="tabpanel" aria-labelledby="tab-added" tabindex="0" hidden></div>
    <div id="runs" role="tabpanel" aria-labelledby="tab-runs" tabindex="0" hidden></div>
  </aside>
</main>
<noscript>This page draws with its own script, which is switched off here.</noscript>`;
