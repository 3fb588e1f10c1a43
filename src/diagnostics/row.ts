export type Severity = 'error' | 'warning' | 'note';

/**
 * Where it can be cured.
 * - `workflow`: in the text that a generator or a person wrote.
 * - `rules`: in the rules, the prompts or the surroundings of the command; no change of the workflow helps.
 * - `usage`: in the command line.
 */
export type Cure = 'workflow' | 'rules' | 'usage';

/** A row of the table: what is wrong, from its arguments, and the fix. */
export interface Row<A> {
  readonly severity: Severity;
  readonly message: (args: A) => string;
  readonly help?: (args: A) => string;
  /** `undefined` is `workflow`, or `rules` for what is found while the rules are read. */
  readonly cure?: Cure;
}

type Text<A> = (args: A) => string;

export function error<A>(message: Text<A>, help?: Text<A>, cure?: Cure): Row<A> {
  return row('error', message, help, cure);
}

export function warning<A>(message: Text<A>, help?: Text<A>, cure?: Cure): Row<A> {
  return row('warning', message, help, cure);
}

export function note<A>(message: Text<A>, help?: Text<A>, cure?: Cure): Row<A> {
  return row('note', message, help, cure);
}

/** Rows that are cured there, but for those that say otherwise. */
export function curedIn<Rows extends Readonly<Record<string, Pick<Row<never>, 'cure'>>>>(
  cure: Cure,
  rows: () => Rows,
): () => Rows {
  return () => Object.fromEntries(Object.entries(rows()).map(([code, row]) => [code, { cure, ...row }])) as Rows;
}

function row<A>(severity: Severity, message: Text<A>, help: Text<A> | undefined, cure: Cure | undefined): Row<A> {
  return { severity, message, ...(help && { help }), ...(cure && { cure }) };
}
