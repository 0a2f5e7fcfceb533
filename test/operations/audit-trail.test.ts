import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCause, deleteCause } from '#contract/vetting/causes.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPair, signIn } from '#test/support/factories.ts';
import { aSignedIn, trail } from '#test/support/trail.ts';

const testApp = useTestApp();

describe('the trail can be limited', () => {
  test('to a person, to a kind of action, and to a period', async () => {
    const { cookie, key: actor } = await aSignedIn(testApp);
    const { id } = (
      await testApp.call(createCause, { cookie, body: { name: `Cause ${randomUUID()}` } })
    ).body;
    const { nominationId } = await aPair(testApp);
    await testApp.call(updateNomination, {
      cookie,
      params: { id: nominationId },
      body: { isCompleted: true },
    });
    await testApp.call(deleteCause, { cookie, params: { id } });

    const actions = async (query: Parameters<typeof trail>[1]) =>
      (await trail(testApp, { actor, ...query })).map((entry) => entry.action);
    const all = ['cause.deleted', 'nomination.completed', 'cause.created', 'session.started'];
    expect(await actions({})).toEqual(all);
    expect(await actions({ action: 'cause.' })).toEqual(['cause.deleted', 'cause.created']);
    expect(await actions({ action: 'nomination.completed' })).toEqual(['nomination.completed']);
    // A single action is not the beginning of another one, and neither is a pattern.
    expect(await actions({ action: 'nomination.complete' })).toEqual([]);
    expect(await actions({ action: '%' })).toEqual([]);
    expect(await actions({ action: 'c_use' })).toEqual([]);

    const [last] = await trail(testApp, { actor });
    const moment = last?.createdAt ?? '';
    const later = new Date(Date.parse(moment) + 1).toISOString();
    expect(await actions({ from: moment, to: later })).toContain('cause.deleted');
    expect(await actions({ from: later })).toEqual([]);
    expect(await actions({ to: later })).toEqual(all);
    expect(await actions({ to: moment })).not.toContain('cause.deleted');
  });

  test('to pages that contain each entry once', async () => {
    const { cookie, key: actor } = await aSignedIn(testApp);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      const { body } = await testApp.call(createCause, { cookie, body: { name: randomUUID() } });
      made.unshift(body.id);
    }
    const seen: string[] = [];
    let url: string | undefined = `/api/audit?limit=2&actor=${actor}&action=cause.`;
    while (url) {
      const response = await testApp.request({ url, headers: { cookie } });
      for (const { subject } of response.json()) seen.push(subject.id);
      url = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(made);
  });

  test.each(['from=yesterday', 'to=2026-02-30', 'limit=0', 'cursor=abc'])(
    'not by %s',
    async (query) => {
      const cookie = await signIn(testApp);
      const response = await testApp.request({ url: `/api/audit?${query}`, headers: { cookie } });
      expect(response.statusCode).toBe(400);
    },
  );

  test('an invalid id finds nothing', async () => {
    expect(await trail(testApp, { subjectId: 'no id' })).toEqual([]);
  });
});
