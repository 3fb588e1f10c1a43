import { runBackground } from './run-background.js';

/** The process behind a hook that nobody waits for. */
await runBackground();
// At once, so that nothing the hook has left open keeps this process alive.
process.exit();
