import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    // An expected file is compared. Only `--update` writes it, so a missing one fails here as it does in CI.
    update: 'none',
    // Many tests start real processes, and some of them a whole engine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Compiles make much that is soon garbage: with room for it, it is collected less often.
    // Threads of the collector would only wait for each other, since the workers take all cores.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // A module that did not change is not translated again by the next run.
    experimental: { fsModuleCache: true },
    maxWorkers: 2,
  },
});
