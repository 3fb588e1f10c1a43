import type { ServiceSettings } from '../runtime/llm/services.js';

/** What the machine has to have where a step runs. Values that are known only there are not in it. */
export type Need =
  | { readonly kind: 'program'; readonly name: string }
  /** A program that a command of the rule's own starts, if it gets there. */
  | { readonly kind: 'of-command'; readonly name: string }
  | { readonly kind: 'service'; readonly settings: ServiceSettings }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'package'; readonly name: string };
