import { defineConfig } from 'vitest/config';

/** Tests of functions alone, which share what they import. Those of schemas do not: the library of schemas has a register for all. */
const ofFunctions = [
  'test/{alike,corpus,diagnostics,formats,fuzz,lang,oracle,passes,pipeline,properties,render,settings,text}/**/*.test.ts',
  'test/{compile,explain*,empty-*,fuzz,ids-*,names-*,new-id,policy*,properties,renaming,rule-sets,stable-names,trust}.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/own-folder.ts'],
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
    // More than there are cores: many tests wait for an engine.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'functions', include: ofFunctions, isolate: false } },
      { extends: true, test: { name: 'processes', include: ['test/**/*.test.ts'], exclude: ofFunctions } },
    ],
  },
});
