import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { firstSentence } from './support/first-sentence.ts';

/** Prints what each file of `src` is for, in its own words: all, or those that have every word of the command line. */

const words = process.argv.slice(2).map((word) => word.toLowerCase());
let folder = '';
for (const path of globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).sort()) {
  const sentence = firstSentence(readFileSync(path, 'utf8')) ?? '';
  const entry = `${path} ${sentence}`.toLowerCase();
  if (!words.every((word) => entry.includes(word))) continue;
  if (dirname(path) !== folder) process.stdout.write(`\n${dirname(path)}\n`);
  folder = dirname(path);
  process.stdout.write(`  ${basename(path).padEnd(24)} ${sentence}`.trimEnd().concat('\n'));
}
