const works: (() => unknown)[] = [];

/** Records what must be undone when the scenario ends for any reason, newest first. */
export function cleanUpLater(work: () => unknown): void {
  works.push(work);
}

/** Undoes everything recorded, and continues if one step fails. */
export async function cleanUp(): Promise<void> {
  while (works.length > 0) {
    try {
      await works.pop()?.();
    } catch (error) {
      process.stderr.write(`Cleaning up: ${error}\n`);
    }
  }
}
