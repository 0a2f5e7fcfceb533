import { describe, expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { sendForm } from '#test/support/attack.ts';
import { aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

const forgeries = repeats({ change: 100, release: 1_000 });
let nextPort = 1_000;
const aPort = () => nextPort++;
const override = () => ({ limitFactor: 1 });

describe('without a proxy that we trust', () => {
  const testApp = useTestApp({ override });

  test('a forged X-Forwarded-For does not count as another caller', async () => {
    const answers: number[] = [];
    for (let number = 0; number < forgeries; number++) {
      const forged = `198.51.${number >> 8}.${number & 255}`;
      const body = { email: aPerson().email, message: 'Hello' };
      const headers = {
        'x-forwarded-for': forged,
        forwarded: `for=${forged}`,
        'x-real-ip': forged,
      };
      answers.push((await sendForm(testApp, '/api/contact', body, { headers })).statusCode);
    }
    const taken = answers.filter((status) => status === 200).length;
    for (const bar of ['A39', 'F7']) {
      recordFigures(bar, {
        'forged addresses': forgeries,
        'calls let through, as of one caller': taken,
      });
    }
    // Five without a challenge, and after ten none at all.
    expect(taken).toBe(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(forgeries - 10);
  });

  test('an address is stored only as a hash, and deleted after its window', async () => {
    const from = '203.0.113.77';
    await sendForm(testApp, '/api/contact', { email: aPerson().email, message: 'Hi' }, { from });
    const rows = await testApp.db.selectFrom('callCounts').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    const stored = rows.map(({ caller }) => Buffer.from(caller).toString('latin1')).join();
    expect(JSON.stringify(rows) + stored).not.toContain('203.0.113');
    for (const { endsAt } of rows) {
      expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(600_000);
    }
  });

  test.each([
    ['2001:db8::1', '2001:0DB8:0:0:ffff::2', 'one'],
    ['2001:db8::1', '2001:db8:0:1::1', 'two'],
    ['::ffff:192.0.2.1', '192.0.2.1', 'one'],
    ['192.0.2.1', '192.0.2.2', 'two'],
  ])('%s and %s count as %s', async (first, second, many) => {
    await testApp.db.deleteFrom('callCounts').execute();
    const send = async (from: string) => {
      const body = { email: aPerson().email, message: 'Hello' };
      return (await sendForm(testApp, '/api/contact', body, { from })).statusCode;
    };
    for (let count = 0; count < 5; count++) expect(await send(first)).toBe(200);
    expect(await send(second)).toBe(many === 'one' ? 428 : 200);
  });
});

describe('behind a proxy that we trust', () => {
  const testApp = useTestApp({ override, env: { TRUST_PROXY: '10.0.0.0/8' } });

  test('two clients are two callers, and cannot pretend to be others', async () => {
    const send = async (client: string, forged = '') => {
      const body = { email: aPerson().email, message: 'Hello' };
      const headers = { 'x-forwarded-for': forged ? `${forged}, ${client}` : client };
      const from = '10.0.0.1';
      return (await sendForm(testApp, '/api/contact', body, { from, headers })).statusCode;
    };
    for (let count = 0; count < 5; count++) expect(await send('192.0.2.1')).toBe(200);
    expect(await send('192.0.2.1')).toBe(428);
    expect(await send('192.0.2.1', '192.0.2.9')).toBe(428);
    const other = await send('192.0.2.2');
    recordFigures('F7', {
      'clients behind a proxy': 2,
      'clients behind a proxy taken for one': Number(other !== 200),
    });
    expect(other).toBe(200);
  });

  test.each([
    [
      'the inner one of two proxies adds its port',
      (client: number) => `192.0.2.${client}, 10.0.0.5:4711`,
    ],
    ['they are quoted with changing ports', (client: number) => `"192.0.2.${client}:${aPort()}"`],
    ['they come through NAT64', (client: number) => `64:ff9b::192.0.2.${client}`],
  ])('two clients are two callers even if %s', async (_, forwarded) => {
    await testApp.db.deleteFrom('callCounts').execute();
    const send = async (client: number) => {
      const body = { email: aPerson().email, message: 'Hello' };
      const sending = { from: '10.0.0.1', headers: { 'x-forwarded-for': forwarded(client) } };
      return (await sendForm(testApp, '/api/contact', body, sending)).statusCode;
    };
    for (let count = 0; count < 5; count++) expect(await send(1)).toBe(200);
    expect(await send(1)).toBe(428);
    expect(await send(2)).toBe(200);
  });
});
