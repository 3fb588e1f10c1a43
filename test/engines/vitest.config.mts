import { defineConfig } from 'vitest/config';

/** Engines that are built from source: not part of `npm test`. */
export default defineConfig({ test: { include: ['test/engines/*.engine.ts'], testTimeout: 300_000 } });
