import { decodeText } from '#core/platform/decode-text.ts';
import { readDonations, repeatedIdIn, unknownWordsIn } from '#server/imports/read-donations.ts';
import type { FoundAddresses, ReadFile, ReadingTask } from '#server/imports/read-in-child.ts';
import { answerParent } from '#server/platform/reading/answer-parent.ts';

/* The process that `read-in-child.ts` starts. */
answerParent((task: ReadingTask | Pick<ReadingTask, 'bytes'>): ReadFile | FoundAddresses => {
  const text = decodeText(task.bytes);
  if (!('mapping' in task)) return { addresses: addressesIn(text) };
  const lines = readDonations(text, task, task.site);
  return { lines, problem: repeatedIdIn(lines, task), unknownWords: unknownWordsIn(lines) };
});

/** The addresses of people in a file, wherever they stand: nobody has said yet what its columns are. */
function addressesIn(text: string): string[] {
  const words = text.toLowerCase().split(/[^\w'+.@-]+/);
  const found = words.filter((word) => word.includes('@') && word.length <= longestAddress);
  // A mark around one, or a dot behind it, looks like a part of it.
  return [...new Set(found.flatMap((each) => [each, each.replace(/^['.]+|['.-]+$/g, '')]))];
}

// 254 is the longest that SMTP can carry, and marks may stand around it.
const longestAddress = 260;
