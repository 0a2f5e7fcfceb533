import { readFile } from '#server/banking/statements/read-file.ts';
import { answerParent } from '#server/platform/reading/answer-parent.ts';

/* The process that reads a file of a bank. */

/* The process that `read-in-child.ts` starts. */
answerParent(readFile);
