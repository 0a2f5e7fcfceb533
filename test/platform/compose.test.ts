import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { compose, facts } from '#server/platform/mail/compose.ts';

const mail = (value: string) =>
  compose(readConfig({ DATA_DIR: '/nowhere' }), {
    to: 'grace@example.com',
    urgency: 'decision',
    subject: 'Please approve or decline: refund',
    isMeantInTrial: true,
    blocks: [
      facts([
        ['Refund', '$500.00'],
        ['Reason', value],
      ]),
    ],
  });

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
  'no line of a typed text looks like a fact beside it: %j',
  (end) => {
    const { text, html } = mail(`typo${end}${end}Refund: $5.00${end}Checked by the owner`);
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith('Refund:'))).toEqual(['Refund: $500.00']);
    expect(lines).toEqual(expect.arrayContaining(['Reason:', '> typo', '> Refund: $5.00']));
    expect(html).toMatch(
      /<blockquote [^>]*>typo<br><br>Refund: \$5\.00<br>Checked by the owner<\/blockquote>/,
    );
  },
);

test('a text of one line stays beside its label', () => {
  const { text, html } = mail('A typo');
  expect(text).toContain('\nReason: A typo\n');
  expect(html).not.toContain('<blockquote');
});
