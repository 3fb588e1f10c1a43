import { Minimatch } from 'minimatch';

/** The part of a configuration that the oracle understands. Every rule names a definition of its own, so that hooks tell their rule. */
export interface OracleConfig {
  readonly hooks: {
    readonly enabled: boolean;
    readonly runtime?: string;
    readonly tasks_are?: 'auto' | 'bodies' | 'nodes' | 'both';
    readonly setup?: readonly string[];
    readonly task_ends?: readonly string[];
    readonly teardown?: readonly string[];
    readonly target_version?: string;
    readonly step_definitions: Readonly<Record<string, OracleDefinition>>;
    readonly injections: Readonly<Partial<Record<OraclePoint, readonly OracleRule[]>>>;
  };
}

export const oraclePoints = ['pre_root', 'post_roots', 'pre_task', 'post_task', 'final'] as const;
export type OraclePoint = (typeof oraclePoints)[number];

export interface OracleDefinition {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface OracleRule {
  readonly step: string;
  readonly tasks?: readonly string[];
  readonly tasks_exclude?: readonly string[];
  readonly after?: string;
  readonly before?: string;
  readonly on_missing_anchor?: 'default' | 'skip' | 'error';
  readonly order?: number;
  readonly parallel?: string;
  readonly await?: boolean;
  readonly run?: 'success' | 'failure' | 'abort' | 'always';
  readonly on_failure?: 'abort' | 'continue' | 'retry';
  readonly retries?: number;
  readonly retry_delay?: number;
  readonly timeout?: number;
  readonly optional?: boolean;
}

/** Does the name match one of the patterns (exact or glob)? Names are no paths, so a star also means a slash. */
export function meets(name: string, patterns: readonly string[]): boolean {
  const flat = (text: string) => text.replaceAll('/', '\u{10FFFF}');
  const options = { dot: true, nonegate: true, nocomment: true };
  return patterns.some(
    (pattern) => pattern === '*' || pattern === name || new Minimatch(flat(pattern), options).match(flat(name)),
  );
}

export function ruleMeets(rule: OracleRule, task: string): boolean {
  return meets(task, rule.tasks ?? ['*']) && !meets(task, rule.tasks_exclude ?? []);
}
