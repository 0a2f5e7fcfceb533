import type { Message, Outcome } from '#server/platform/reading/run-in-child.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/**
 * What a process does that `run-in-child.ts` starts: it reads one file, responds, and ends. Files of strangers are read
 * there, where there are no secrets, and where Node refuses every file except our own code.
 */
export function answerParent<Task, Result extends object>(read: (task: Task) => Result): void {
  // The parent process is gone: nobody wants the result anymore.
  process.on('disconnect', () => process.exit(1));
  process.once('message', (task: Task) => {
    const outcome = attempt();
    for (const message of 'result' in outcome ? inParts(outcome.result) : [outcome]) {
      process.send?.(message, () => 'list' in message || process.exit(0));
    }

    function attempt(): Outcome<Result> {
      try {
        return { result: read(task) };
      } catch (error) {
        if (error instanceof UnreadableFileError) return { refusal: error.message };
        return { refusal: 'This file is damaged: we could not read all of it.' };
      }
    }
  });
}

// A part of so many is read in some milliseconds.
const partLength = 500;

/** The lists of a result in parts, and then the rest: who reads a long one at once answers nobody else for a second. */
function inParts(result: object): Message<object>[] {
  const lists = Object.entries(result).filter(([, list]) => Array.isArray(list));
  const parts = lists.flatMap(([list, items]) =>
    Array.from({ length: Math.ceil(items.length / partLength) }, (_, place) => ({
      list,
      part: items.slice(place * partLength, (place + 1) * partLength),
    })),
  );
  const empty = Object.fromEntries(lists.map(([list]) => [list, []]));
  return [...parts, { result: { ...result, ...empty } }];
}
