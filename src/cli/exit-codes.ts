/** What the process says when it ends. `diff --exit-code` says `changes` where something would change. */
export const exitCodes = { fine: 0, failed: 1, usage: 2, changes: 2, fault: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
