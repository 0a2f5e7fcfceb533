import { expect, test } from 'vitest';
import { fileInput } from '#contract/publishing/files.ts';
import { cutFileName } from '#core/platform/file-names.ts';
import { fc } from '#test/support/seed.ts';

const body = { nominationId: '01999999-9999-7999-8999-999999999999', kind: 'photo', bytes: 1 };
const nameOf = (originalName: string) => fileInput.parse({ ...body, originalName }).originalName;

test.each([
  ['C:\\Users\\Maria Lopez\\invoice.pdf', 'invoice.pdf'],
  ['/home/maria/../invoice.pdf', 'invoice.pdf'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['\u200b \u2066', ''],
  ['folder/', ''],
])('of %j remains %j', (sent, kept) => {
  expect(nameOf(sent)).toBe(kept);
});

test('no name of a device stops an upload', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (name) => {
      nameOf(cutFileName(name));
    }),
  );
});

test('control characters and books are refused', () => {
  for (const name of ['a\u0000b', 'a\nb', 'x'.repeat(201)]) {
    expect(fileInput.safeParse({ ...body, originalName: name }).success).toBe(false);
  }
});
