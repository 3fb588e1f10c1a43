/**
 * What a name of a task may hold for the run to fill in: Argo does so in a whole template, before it reads who waits for whom. Of
 * `inputs` its validator knows no value, and refuses every task that waits for such a name.
 */
export const nameTag = String.raw`\{\{[ \t]*workflow\.parameters\.[-A-Za-z0-9_]+[ \t]*\}\}`;

/** A name with a letter for each part that the run fills in. */
export function withoutNameTags(name: string): string {
  return name.replace(everyTag, 'x');
}

/** In a DAG, Argo refuses such a name of a task that waits for another one. */
export function beginsWithDigit(name: string): boolean {
  return /^\d/.test(name);
}

/** The tasks that a `target` names. */
export function targetsIn(text: string): readonly string[] {
  return text.match(everyTarget) ?? [];
}

const everyTag = new RegExp(nameTag, 'g');
const everyTarget = new RegExp(String.raw`(?:${nameTag}|\S)+`, 'g');
