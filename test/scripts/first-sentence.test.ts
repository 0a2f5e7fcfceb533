import { expect, test } from 'vitest';
import { firstSentence, sentencesOfExports } from '../../scripts/support/first-sentence.ts';

test.each([
  ['/* Which receipts count. And more. */', 'Which receipts count.'],
  [
    'import { a } from \'a\';\n\n/*\n * Reads H.264 (ITU-T H.264, 7.3): "up\n * to" 60 minutes. More.\n */\n',
    'Reads H.264 (ITU-T H.264, 7.3): "up to" 60 minutes.',
  ],
  [
    'interface Call {\n  /** Null if unknown. */\n  key: string;\n}\n\n/** Is it over? */',
    'Is it over?',
  ],
  ['export const a = 1;\n\n/** Too late. */\nexport const b = 2;\n', null],
  ['/* no sentence */\nexport const a = 1;\n', null],
  ['const a = 1;\n', null],
])('the first sentence of a file is that of its first comment: %#', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test('what a file exports is found by the first sentence of its comment', () => {
  const text = [
    '/** How large\n * it is. More. */\nexport const most = 1;',
    '/** Not exported. */\nconst least = 0;',
    '/** Counts. */\nexport async function count() {}',
  ].join('\n\n');
  expect(sentencesOfExports(text)).toEqual(['most: How large it is.', 'count: Counts.']);
});
