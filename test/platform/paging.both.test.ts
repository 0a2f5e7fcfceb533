import { expect, test } from 'vitest';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, aNomination, signIn } from '#test/support/factories.ts';

const testApp = useTestApp();

const lists = [
  { path: '/api/donations', table: 'donations', make: aDonation },
  { path: '/api/nominations', table: 'nominations', make: aNomination },
] as const;

/** One page, and the address of the next one from the `Link` header. */
async function getPage(url: string, cookie: string) {
  const response = await testApp.request({ url, headers: { cookie } });
  expect(response.statusCode).toBe(200);
  const rows: { id: string; createdAt: string }[] = response.json();
  const link = String(response.headers.link ?? '');
  return { ids: rows.map(({ id }) => id), next: /^<([^>]+)>; rel="next"$/.exec(link)?.[1] };
}

test.each(lists)('$path: no row is skipped or repeated while new ones arrive', async (list) => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  const made: string[] = [];
  for (let count = 0; count < 23; count++) made.push(await list.make(testApp, { causeId }));
  // All within one millisecond: the id has to decide the order.
  await testApp.db
    .updateTable(list.table)
    .set({ createdAt: '2026-01-01T00:00:00.000Z' } as never)
    .where(
      'id',
      'in',
      made.slice(5, 18).map((id) => anyId(id)),
    )
    .execute();

  const seen: string[] = [];
  let url: string | undefined = `${list.path}?limit=4`;
  while (url) {
    const page = await getPage(url, cookie);
    expect(page.ids.length).toBeLessThanOrEqual(4);
    seen.push(...page.ids);
    await list.make(testApp, { causeId });
    url = page.next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted()).toEqual(made.toSorted());
});

test.each(lists)('$path: the next page keeps the filters', async ({ path, make }) => {
  const cookie = await signIn(testApp);
  const id = await make(testApp);
  await make(testApp);
  const prefix = id.slice(0, 8);
  const first = await getPage(`${path}?limit=1&id=${prefix}`, cookie);
  expect(first.next).toContain(`limit=1&id=${prefix}&cursor=`);
});

test.each(lists)('$path: a last page that is full has no next one', async (list) => {
  const cookie = await signIn(testApp);
  const id = await list.make(testApp);
  const page = await getPage(`${list.path}?limit=1&id=${id}`, cookie);
  expect(page).toEqual({ ids: [id], next: undefined });
});

test.each(lists)('$path: newest first', async ({ path, make }) => {
  const cookie = await signIn(testApp);
  const older = await make(testApp);
  const newer = await make(testApp);
  expect((await getPage(`${path}?limit=2`, cookie)).ids).toEqual([newer, older]);
});

const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
const someId = '01900000-0000-7000-8000-000000000000';

test('a limit or a cursor that is none is refused', async () => {
  const cookie = await signIn(testApp);
  const wrong: string[] = [];
  const urls = lists.flatMap(({ path }) =>
    [
      'limit=0',
      'limit=501',
      'limit=-1',
      'limit=1.5',
      'limit=many',
      'limit=',
      'limit=5&limit=6',
      'cursor=abc',
      `cursor=${'A'.repeat(201)}`,
      `cursor=${cursorOf(`yesterday ${someId}`)}`,
      `cursor=${cursorOf('2026-01-01T00:00:00.000Z me')}`,
      `cursor=${cursorOf(`2026-13-01T00:00:00.000Z ${someId}`)}`,
      // Days that a calendar does not have, but JavaScript's does.
      `cursor=${cursorOf(`2026-02-30T00:00:00.000Z ${someId}`)}`,
      `cursor=${cursorOf(`0000-01-01T00:00:00.000Z ${someId}`)}`,
    ].map((query) => `${path}?${query}`),
  );
  for (const url of urls) {
    const { statusCode, body } = await testApp.request({ url, headers: { cookie } });
    if (statusCode !== 400 || JSON.parse(body).code !== 'invalid_input') {
      wrong.push(`${url} → ${statusCode} ${body}`);
    }
  }
  expect(wrong).toEqual([]);
});
