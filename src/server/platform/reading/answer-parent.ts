import type { Outcome } from '#server/platform/reading/run-in-child.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/**
 * What a process does that `run-in-child.ts` starts: it reads one file, responds, and ends. Files of strangers are read
 * there, where there are no secrets, and where Node refuses every file except our own code.
 */
export function answerParent<Task, Result>(read: (task: Task) => Result): void {
  // The parent process is gone: nobody wants the result anymore.
  process.on('disconnect', () => process.exit(1));
  process.once('message', (task: Task) => {
    process.send?.(attempt(), () => process.exit(0));

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
