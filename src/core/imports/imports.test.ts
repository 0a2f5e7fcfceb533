import { describe, expect, test } from 'vitest';
import { guessColumns, importPresets, requiredImportColumns } from '#core/imports/imports.ts';

const idOf = (titles: string[], rows: string[][]) => guessColumns(titles, rows).columns.idColumn;

describe('the column with the ID of a donation', () => {
  test('is none in a list without IDs, of which the other columns are found', () => {
    const { columns } = guessColumns(
      ['Date', 'First', 'Last', 'Email', 'Amount', 'Fund'],
      [['03/01/2026', 'Ada', 'Lovelace', 'ada@example.com', '50.00', 'General']],
    );
    expect(columns).toMatchObject({
      idColumn: null,
      dateColumn: 0,
      firstNameColumn: 1,
      lastNameColumn: 2,
      emailColumn: 3,
      amountColumn: 4,
      causeColumn: 5,
    });
    expect(requiredImportColumns).not.toContain('idColumn');
  });

  test.each([['Gift ID'], ['ID'], ['Transaction no.'], ['Receipt Number']])(
    '%s is one whose values differ',
    (title) => {
      const titles = ['Date', title, 'Amount'];
      const rows = [
        ['03/01/2026', 'A-1', '50.00'],
        ['03/01/2026', 'A-2', '50.00'],
      ];
      expect(idOf(titles, rows)).toBe(1);
      // The line with the sum.
      expect(idOf(titles, [...rows, ['Total', '', '100.00']])).toBe(1);
      expect(idOf(titles, [...rows, ['03/02/2026', ' A-1', '9.00']])).toBeNull();
      expect(idOf(titles, [...rows, ...rows.map(([day = '']) => [day, '', '9.00'])])).toBeNull();
    },
  );

  test('is the next one with such a title if the values of the first repeat', () => {
    const titles = ['Receipt number', 'Gift ID', 'Amount'];
    const rows = [
      ['2026', '1', '50.00'],
      ['2026', '2', '50.00'],
    ];
    expect(idOf(titles, rows)).toBe(1);
  });

  test.each([['Date'], ['Donor'], ['Donor ID'], ['Amount'], ['Nr'], ['Check']])(
    'is not %s, even if its values differ',
    (title) => {
      expect(idOf([title, 'Fund'], [['1'], ['2']])).toBeNull();
    },
  );

  test('is the one that a known system gives, whatever is in it', () => {
    for (const { knownBy, titles } of importPresets) {
      const [id = ''] = titles.idColumn ?? [];
      const columns = [...new Set([...knownBy, id])];
      expect(idOf(columns, [columns, columns])).toBe(columns.indexOf(id));
    }
  });
});
