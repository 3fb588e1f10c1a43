import { defineConfig } from 'vitest/config';

// The build servers that the page about builds speaks of, as far as they run here. Started by `npm run test:build-servers`.
export default defineConfig({ test: { include: ['test/build-servers/*.run.ts'], testTimeout: 600_000 } });
