import { ofPlace } from '../../lang/variable-names.js';
import type { Attempt } from '../../runtime/attempt.js';
import { sayEmpty } from '../../runtime/empty-values.js';
import { fillTemplate, readSecrets, secretFiles } from '../../runtime/fill-template.js';

/** Fills in the texts of a webhook. Texts whose values are secret are hidden by what they hold. */
export interface WebhookValues {
  address(template: string): string;
  header(template: string): string;
  body(template: string): string;
  /** Hides the whole address: where it came from a secret, its parts are as secret. */
  hideAddress(url: URL): void;
  /** Why not all could be filled in; `undefined` where it could. */
  problem(): string | undefined;
}

/**
 * @param given what the compiler handed over, for `{{name}}`
 * @param callbackUrl where to call back; `undefined` where nobody waits for it
 */
export async function webhookValues(
  given: ReadonlyMap<string, string>,
  callbackUrl: string | undefined,
  attempt: Attempt,
): Promise<WebhookValues> {
  const { host, env } = attempt;
  sayEmpty(ofPlace(given), host);
  const secrets = await readSecrets(host);
  const missing = new Set<string>();
  const isData = (name: string) => name === 'CALLBACK_URL' || env.has(name);
  const variable = (name: string) => {
    if (name === 'CALLBACK_URL') return callbackUrl;
    return env.get(name) ?? host.variable(name) ?? secrets.get(name);
  };
  let secretAddress = false;
  /** What the operator gave for an address or a header is most often a key, or an address with one in it. */
  const hidden = (name: string) => {
    const value = variable(name);
    if (value !== undefined && !isData(name)) host.hide(value);
    return value;
  };
  const fill = (template: string, values: Parameters<typeof fillTemplate>[1]) => {
    const filled = fillTemplate(template, values);
    for (const name of filled.missing) missing.add(name);
    return filled.text;
  };
  return {
    // A value that comes from the workflow cannot change what the address around it means.
    address: (template) =>
      fill(template, {
        value: (name, start) => inAddress(given.get(name), start),
        variable: (name, start) => {
          if (isData(name)) return inAddress(variable(name), start);
          secretAddress = true;
          return hidden(name);
        },
      }),
    header: (template) => fill(template, { value: (name) => given.get(name), variable: hidden }),
    body: (template) => fill(template, { value: (name) => given.get(name), variable }),
    hideAddress({ pathname, search }) {
      if (!secretAddress) return;
      for (const part of [pathname, search]) if (part.length >= shortestPart) host.hide(part);
    },
    problem: () => (missing.size === 0 ? undefined : whyMissing([...missing], secretFiles(host.variable)[0]!)),
  };
}

/** Less than that is found in too many texts to be hidden in all of them. */
const shortestPart = 8;

function inAddress(value: string | undefined, start: boolean): string | undefined {
  return value === undefined || start ? value : encodeURIComponent(value);
}

function whyMissing(names: readonly string[], file: string): string {
  const isCallback = names.length === 1 && names[0] === 'CALLBACK_URL';
  if (isCallback) return 'CALLBACK_URL has no value, because the step does not wait for a call: add --callback';
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no value: set it in the environment of the step, or write NAME=VALUE into ${file}`;
}
