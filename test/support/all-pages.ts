import type { Endpoint, OwnResponseOf } from '#contract/endpoint.ts';
import type { TestApp } from '#test/support/app.ts';

/** Everything in a list, page by page, as the `Link` headers lead through it. */
export async function allPages<E extends Endpoint>(
  { request }: Pick<TestApp, 'request'>,
  { path }: E,
  { cookie, query }: { cookie: string; query: Record<string, string | number | undefined> },
): Promise<OwnResponseOf<E>> {
  const rows: unknown[] = [];
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  let next: string | undefined = `${path}?${new URLSearchParams(given)}`;
  while (next !== undefined) {
    const { headers, json } = await request({ url: next, headers: { cookie } });
    rows.push(...json<unknown[]>());
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
  }
  return rows as OwnResponseOf<E>;
}
