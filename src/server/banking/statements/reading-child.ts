import { readFile } from '#server/banking/statements/read-file.ts';
import type { ReadingOutcome, ReadingTask } from '#server/banking/statements/read-in-child.ts';
import { UnreadableStatementError } from '#server/banking/statements/read-statement.ts';

/*
 * The process that `read-in-child.ts` starts: it reads one file, responds, and ends. Files of strangers are read here,
 * where there are no secrets, and where Node refuses every file except our own code.
 */

// The parent process is gone: nobody wants the result anymore.
process.on('disconnect', () => process.exit(1));

process.once('message', ({ bytes, csv, currency }: ReadingTask) => {
  process.send?.(attempt(), () => process.exit(0));

  function attempt(): ReadingOutcome {
    try {
      return { file: readFile(bytes, csv, currency) };
    } catch (error) {
      if (error instanceof UnreadableStatementError) return { refusal: error.message };
      return { refusal: 'This file is damaged: we could not read all of it.' };
    }
  }
});
