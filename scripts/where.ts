import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { firstSentence, partsOf, stemsOf } from './support/first-sentence.ts';

/**
 * Prints what each file of `src` is for, in its own words: all, or those that have every word of the command line in some
 * form. Below a file stands what else in it has them. If nothing has all, whatever has most of them.
 */

const words = [...stemsOf(process.argv.slice(2).join(' '))];
const count = (text: string) => {
  const stems = stemsOf(text);
  return words.filter((word) => stems.has(word)).length;
};
const entries = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .sort()
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    const sentence = firstSentence(text, basename(path).split('.')[0]) ?? '';
    const parts = partsOf(text).map((part) => ({
      ...part,
      found: count(`${path} ${part.name} ${part.comment}`),
    }));
    const found = count(`${path} ${sentence}`);
    return {
      path,
      sentence,
      parts,
      found,
      most: Math.max(found, ...parts.map((part) => part.found)),
    };
  });
const most = Math.max(...entries.map((entry) => entry.most));
const lines: string[] = [];
if (most < words.length) lines.push(`Nothing has all of these words. What has ${most} of them:`);
let folder = '';
for (const { path, sentence, parts, found, most: best } of entries) {
  if (best < most) continue;
  if (dirname(path) !== folder) lines.push('', dirname(path));
  folder = dirname(path);
  lines.push(`  ${basename(path).padEnd(24)} ${sentence}`.trimEnd());
  // A file that is about them altogether need not say it of each part.
  if (found === most) continue;
  for (const part of parts) {
    if (part.found === most) lines.push(`    ${part.name}: ${part.sentence}`);
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
