import { readFile } from '#server/banking/statements/read-file.ts';
import type { ReadingTask } from '#server/banking/statements/read-in-child.ts';
import { answerParent } from '#server/platform/reading/answer-parent.ts';

/* The process that `read-in-child.ts` starts. */
answerParent(({ bytes, csv, currency }: ReadingTask) => readFile(bytes, csv, currency));
