export type Severity = 'error' | 'warning' | 'note';

/** A row of the table: what is wrong, from its arguments, and the fix. */
export interface Row<A> {
  readonly severity: Severity;
  readonly message: (args: A) => string;
  readonly help?: (args: A) => string;
}

type Text<A> = (args: A) => string;

export function error<A>(message: Text<A>, help?: Text<A>): Row<A> {
  return row('error', message, help);
}

export function warning<A>(message: Text<A>, help?: Text<A>): Row<A> {
  return row('warning', message, help);
}

export function note<A>(message: Text<A>, help?: Text<A>): Row<A> {
  return row('note', message, help);
}

function row<A>(severity: Severity, message: Text<A>, help: Text<A> | undefined): Row<A> {
  return help ? { severity, message, help } : { severity, message };
}
