import { expect, test } from 'vitest';
import { firstSentence, partsOf, stemsOf } from '../../scripts/support/first-sentence.ts';

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

test.each([
  [
    '/** A row. */\ninterface Row {}\n\n/** Refunds. */\nexport function RefundModal() {}\n',
    'Refunds.',
  ],
  [
    'export const a = 1;\n\n/** Refunds. */\nexport default function RefundModal() {}\n',
    'Refunds.',
  ],
  ['/* Says it. */\n\n/** Refunds. */\nexport function RefundModal() {}\n', 'Says it.'],
  ['/** A row. */\ninterface Row {}\n\nexport function RefundModal() {}\n', 'A row.'],
])('or else that of what the file is named after: %#', (text, sentence) => {
  expect(firstSentence(text, 'refund-modal')).toBe(sentence);
});

test('what is said about the parts of a file is found', () => {
  const text = [
    '/** How large\n * it is. More. */\nexport const most = 1;',
    '/** Counts. */\nasync function count() {}',
    '/** A page. */\nexport default function Page() {}',
  ].join('\n\n');
  expect(partsOf(text)).toEqual([
    { name: 'most', sentence: 'How large it is.', comment: 'How large it is. More.' },
    { name: 'count', sentence: 'Counts.', comment: 'Counts.' },
    { name: 'Page', sentence: 'A page.', comment: 'A page.' },
  ]);
});

test.each([
  ['pauses between retries', 'retry', true],
  ['const retryDelay', 'retries', true],
  ['src/allocations/queries.ts', 'allocate', true],
  ['it rests', 'resting', true],
  ['interest', 'rest', false],
])('whether %j has the word %j in some form: %s', (text, word, isFound) => {
  const stems = stemsOf(text);
  expect([...stemsOf(word)].every((stem) => stems.has(stem))).toBe(isFound);
});
