import { createHash } from 'node:crypto';
import { oneLine } from '../graph/words.js';
import { markup } from './markup.js';
import { pageScript, reloadScript } from './page-scripts.js';
import { type ReportContent, reportData } from './report-data.js';
import { style } from './style.js';

/**
 * One page with everything in it: it works from disk, asks no network for anything, and runs no script but its own. What is
 * foreign in it stands in one block of JSON, and the script writes it as text.
 */
export function htmlReport(content: ReportContent): string {
  const script = content.served ? `${pageScript}${reloadScript}` : pageScript;
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ...(content.served ? ["connect-src 'self'"] : []),
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(content.title)}</title>
<style>${style}</style>
</head>
<body>
${markup}
<script type="application/json" id="data">${inScript(JSON.stringify(reportData(content)))}</script>
<script>${script}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Nothing in it can end the block or begin a comment. */
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
