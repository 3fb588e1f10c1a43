import { wildcard } from './matcher.js';
import type { SettingsPolicy } from './policy.js';
import type { SettingsHook } from './settings-hook.js';

/** The hooks of one file, held against what all files allow together: one that may not be sent where it is to go cannot run. */
export function underPolicy(
  hooks: readonly SettingsHook[],
  policies: readonly Pick<SettingsPolicy, 'allowedUrls' | 'allowedVariables'>[],
): readonly SettingsHook[] {
  const urls = allowedBy(policies.map(({ allowedUrls }) => allowedUrls));
  const variables = allowedBy(policies.map(({ allowedVariables }) => allowedVariables));
  return hooks.map((hook): SettingsHook => {
    const { handler } = hook;
    if (handler.kind !== 'http') return hook;
    if (urls && !urls.some((pattern) => matchesAddress(pattern, handler.url))) {
      const reason = `allowedHttpHookUrls does not have the address ${handler.url}`;
      return { ...hook, handler: { kind: 'unusable', cause: 'address', reason } };
    }
    if (!variables) return hook;
    const allowedVariables = handler.allowedVariables.filter((name) => variables.includes(name));
    return { ...hook, handler: { ...handler, allowedVariables } };
  });
}

/** The lists of all files together; `undefined` where no file has one, which allows everything. */
function allowedBy(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const stated = lists.filter((list) => list !== undefined);
  return stated.length === 0 ? undefined : stated.flat();
}

/**
 * `*` means anything, but not for what would make another host of it: in the host, no slash. The address is compared as it will be
 * asked for, so that no spelling of it passes for another one.
 * @internal
 */
export function matchesAddress(pattern: string, address: string): boolean {
  if (pattern === '*') return true;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, host, pathname, search } = new URL(address);
  const [, scheme, wantedHost, rest] = /^([^:/]+):\/\/([^/?#]*)(.*)/s.exec(pattern) ?? [];
  if (scheme === undefined || username !== '' || password !== '') return false;
  // `http://localhost:*` is for every path as well.
  const wantedRest = rest === '' ? (wantedHost!.endsWith('*') ? '*' : '/') : rest!;
  return (
    wildcard(scheme.toLowerCase())(protocol.slice(0, -1)) &&
    hostsOf(host, protocol).some((one) => wildcard(wantedHost!.toLowerCase())(one)) &&
    wildcard(wantedRest)(pathname + search)
  );
}

/** With its port, and without one that is usual. */
function hostsOf(host: string, protocol: string): readonly string[] {
  const usual = protocol === 'https:' ? '443' : '80';
  return /:\d+$/.test(host) ? [host] : [host, `${host}:${usual}`];
}
