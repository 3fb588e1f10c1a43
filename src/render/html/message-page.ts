import { createHash } from 'node:crypto';
import { visible } from '../visible.js';
import { reloadScript } from './page-scripts.js';

/** What a served page shows while something is in the way: the diagnostics, until the files change. */
export function messagePage(text: string): string {
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(reloadScript)}; style-src ${hash(style)}; connect-src 'self'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>dagweave</title>
<style>${style}</style>
</head>
<body><pre>${visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre><script>${reloadScript}</script></body>
</html>
`;
}

const style = 'pre { white-space: pre-wrap; margin: 2em }';
