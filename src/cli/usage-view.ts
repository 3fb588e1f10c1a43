import { type DiagnosticsView, diagnosticsViews } from './options.js';

/**
 * The view in which a line asks for diagnostics, found without reading the line, which may have mistakes; the last one counts.
 * @returns `undefined` where messages are for people
 */
export function programView(args: readonly string[]): DiagnosticsView | undefined {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  const at = words.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  const value = words[at] === name ? words[at + 1] : words[at]?.slice(name.length + 1);
  const view = diagnosticsViews.find((one) => one === value);
  return view === 'pretty' ? undefined : view;
}

const name = '--diagnostics';
