import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { eventNames } from '../../model/event-table.js';
import { checkCommand, checkModel, hookVariables } from '../../settings/hook-command.js';
import { type ReadSettings, readSettings, type SettingsOptions } from '../../settings/read-settings.js';
import { dialectOf, type SettingsIssue } from '../../settings/settings-hook.js';
import { describe } from '../schema-issues.js';
import { keySpan, locate, pathText, type Written } from '../written.js';

/** The hooks of settings whose places are known; what is wrong is reported where it is. */
export function readSettingsOf(
  written: Written,
  path: string,
  more: Pick<SettingsOptions, 'timeouts' | 'managed'>,
  report: Report,
): ReadSettings {
  const dialect = dialectOf(path, written.value);
  const nearestEvent = (name: string) => nearestName(name, eventNames);
  const read = readSettings(written.value, { dialect, checkCommand, checkModel, nearestEvent, ...more });
  for (const issue of read.issues) reportIssue(issue, written, report);
  return read;
}

function reportIssue(issue: SettingsIssue, written: Written, report: Report): void {
  const { path } = issue;
  const found = locate(written, path);
  const { span } = found;
  const field = pathText(path);
  switch (issue.kind) {
    case 'unknown-key': {
      const { key, where, known } = issue;
      const nearest = nearestName(key, known);
      const place = { span: keySpan(found, key) };
      if (nearest !== undefined) report('DW310', { key, where, nearest, known }, place);
      else report('DW366', { key, where }, place);
      return;
    }
    case 'expected':
      report(
        'DW311',
        { field: field || 'the file', expected: issue.expected, found: describe(found), hint: undefined },
        { span },
      );
      return;
    case 'choice': {
      const { choices } = issue;
      report('DW312', { field, found: issue.found, choices, nearest: nearestName(issue.found, choices) }, { span });
      return;
    }
    case 'range':
      report('DW313', { field, found: String(issue.found), bound: issue.bound }, { span });
      return;
    case 'empty':
      report('DW314', { field, kind: 'text' }, { span });
      return;
    case 'unknown-event': {
      const { event } = issue;
      const nearest = nearestName(event, eventNames);
      const place = { span: keySpan(locate(written, path.slice(0, -1)), event) };
      if (nearest !== undefined) report('DW360', { event, nearest }, place);
      else report('DW361', { event }, place);
      return;
    }
    case 'matcher':
      report('DW362', { matcher: issue.matcher, reason: issue.reason }, { span });
      return;
    case 'reference':
      report('DW363', { written: issue.written, reason: issue.reason }, { span });
      return;
    case 'near-reference': {
      const nearest = nearestName(issue.name.split('.')[0]!, hookVariables);
      if (nearest !== undefined) report('DW364', { name: issue.name, nearest }, { span });
      return;
    }
    case 'unsupported':
      report('DW365', { type: issue.type }, { span });
      return;
    case 'never-runs':
      report('DW369', { event: issue.event }, { span });
      return;
    case 'unheard-gate':
      report('DW373', {}, { span });
      return;
    case 'managed-only':
      report('DW372', { key: issue.key }, { span });
  }
}
