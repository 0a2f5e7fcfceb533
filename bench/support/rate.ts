/** How often a work is done in a second, by some workers at once, after a warm-up of half a second. */
export async function perSecond(
  work: (worker: number) => Promise<unknown>,
  workers: number,
  seconds: number,
): Promise<number> {
  let done = 0;
  // By the clock instead of a timer: the embedded database responds within the same turn of the event loop, so
  // that a timer might never fire.
  const startsAt = performance.now() + 500;
  const endsAt = startsAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < endsAt) {
        await work(worker);
        if (performance.now() > startsAt) done++;
      }
    }),
  );
  return done / ((performance.now() - startsAt) / 1000);
}
