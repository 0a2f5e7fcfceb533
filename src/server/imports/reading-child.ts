import { decodeText } from '#core/platform/decode-text.ts';
import { readGifts } from '#server/imports/read-gifts.ts';
import type { ReadingTask } from '#server/imports/read-in-child.ts';
import { answerParent } from '#server/platform/reading/answer-parent.ts';

/* The process that reads a file of an earlier system. */

/* The process that `read-in-child.ts` starts. */
answerParent(({ bytes, site, ...reading }: ReadingTask) =>
  readGifts(decodeText(bytes), reading, site),
);
