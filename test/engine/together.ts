/** Does all jobs, so many at a time, and gives what they give in their order. */
export async function together<Found>(
  limit: number,
  jobs: readonly (() => Promise<Found>)[],
): Promise<readonly Found[]> {
  const found: Found[] = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < jobs.length; index = next++) found[index] = await jobs[index]!();
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return found;
}
