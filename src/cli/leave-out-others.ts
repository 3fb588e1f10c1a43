import type { Report } from '../diagnostics/diagnostics.js';
import { formats } from '../formats/index.js';
import type { InputFile } from './read-inputs.js';

/** A folder holds more than workflows: of the files found there, only those that a format takes for its own are kept. */
export function leaveOutOthers(files: readonly InputFile[], report: Report): readonly InputFile[] {
  const others = files.filter((file) => file.kind === 'in-folder' && !isWorkflow(file.text));
  if (others.length === 0) return files;
  report(others.length < files.length ? 'DW816' : 'DW817', { paths: others.map((file) => file.path) });
  return files.filter((file) => !others.includes(file));
}

function isWorkflow(text: string): boolean {
  return formats.some((format) => format.detects(text));
}
