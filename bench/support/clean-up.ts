const works: (() => unknown)[] = [];

/** Remembers what has to be undone when the scenario ends, however it ends: newest first. */
export function cleanUpLater(work: () => unknown): void {
  works.push(work);
}

/** Undoes everything remembered, and goes on when one of the works fails. */
export async function cleanUp(): Promise<void> {
  while (works.length > 0) {
    try {
      await works.pop()?.();
    } catch (error) {
      process.stderr.write(`Cleaning up: ${error}\n`);
    }
  }
}
