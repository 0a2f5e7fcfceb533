import { readFile } from '#server/banking/bank-statements/read-file.ts';
import { answerParent } from '#server/platform/reading/answer-parent.ts';

/* The process that reads a file of a bank: `read-in-child.ts` starts it. */
answerParent(readFile);
