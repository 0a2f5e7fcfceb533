import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListTable } from '#web/admin/ui/data-table.tsx';

// Specification, section 9: the texts of a table, unless a screen sets its own.

interface Row {
  id: string;
}

function draw(data: Row[] | undefined, texts: { of?: string; emptyText?: string } = {}) {
  return renderToStaticMarkup(
    <ListTable
      label="Rows"
      columns={[{ header: 'ID', value: ({ id }: Row) => id }]}
      rows={{ data, isPending: data === undefined, refetch: () => {} }}
      {...texts}
    />,
  );
}

test('a table that loads says "Loading", or what its screen sets', () => {
  expect(draw(undefined)).toContain('<p>Loading</p>');
  expect(draw(undefined, { of: 'causes' })).toContain('<p>Loading causes.</p>');
});

test('an empty table says "No Data", or what its screen sets', () => {
  expect(draw([])).toContain('>No Data</p>');
  const own = draw([], { emptyText: 'There are no causes.' });
  expect(own).toContain('>There are no causes.</p>');
  expect(own).not.toContain('No Data');
});

test('a table with rows says neither', () => {
  const rows = draw([{ id: 'the only row' }]);
  expect(rows).toContain('the only row');
  expect(rows).not.toMatch(/Loading|No Data/);
});
