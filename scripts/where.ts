import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { firstSentence, sentencesOfExports } from './support/first-sentence.ts';

/**
 * Prints what each file of `src` is for, in its own words: all, or those that have every word of the command line. Below a
 * file stands what else it exports that has them.
 */

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
let folder = '';
for (const path of globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).sort()) {
  const text = readFileSync(path, 'utf8');
  const sentence = firstSentence(text) ?? '';
  const found = words.length === 0 ? [] : sentencesOfExports(text).filter(has);
  if (!has(`${path} ${sentence}`) && found.length === 0) continue;
  if (dirname(path) !== folder) process.stdout.write(`\n${dirname(path)}\n`);
  folder = dirname(path);
  process.stdout.write(`  ${basename(path).padEnd(24)} ${sentence}`.trimEnd().concat('\n'));
  for (const one of found) process.stdout.write(`    ${one}\n`);
}
