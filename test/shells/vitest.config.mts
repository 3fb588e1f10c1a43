import { defineConfig } from 'vitest/config';

// Completion in shells that few machines have. Started by `npm run test:shells`; bash is asked by the tests of the command line.
export default defineConfig({ test: { include: ['test/shells/*.run.ts'], testTimeout: 60_000 } });
