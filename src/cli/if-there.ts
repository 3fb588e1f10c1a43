/**
 * What the system says of a path, `undefined` where it says that it cannot. Programs that start ask at once, by `statSync` and its like:
 * the first question that waits for its answer starts threads, which takes longer than all the answers.
 */
export function ifThere<Found>(ask: () => Found): Found | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
