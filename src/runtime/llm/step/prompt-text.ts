/** The options that hold a step's prompt. */
export interface PromptFlags {
  /** Taken as it is. */
  readonly prompt?: string | undefined;
  /** With `{{NAME}}` for each value in `var`; other tags stay as they are. */
  readonly prompt_template?: string | undefined;
  readonly var?: ReadonlyMap<string, string> | undefined;
}

export type PromptText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** The prompt with its values put in. A value that looks like a tag stays text. */
export function promptText(flags: PromptFlags): PromptText {
  const { prompt, prompt_template: template } = flags;
  if (prompt !== undefined && template !== undefined) return refused('give --prompt or --prompt-template, not both');
  const text = template === undefined ? prompt : fill(template, flags.var ?? new Map());
  return text === undefined || text.trim() === ''
    ? refused('there is no prompt: give --prompt TEXT')
    : { ok: true, text };
}

function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(
    /\{\{ {0,8}([A-Za-z_][\w.-]{0,200}) {0,8}\}\}/g,
    (tag, name: string) => values.get(name) ?? tag,
  );
}

function refused(reason: string): PromptText {
  return { ok: false, reason };
}
