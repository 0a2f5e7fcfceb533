import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { securityTxt } from '#server/publishing/contact/security-txt.ts';
import { useTestApp } from '#test/support/app.ts';

const testApp = useTestApp({ env: { PUBLIC_URL: 'https://give.example' } });
const at = new Date('2026-11-22T12:00:00Z');
const fieldsOf = (text: string | null) =>
  Object.fromEntries(
    (text ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );

test('is where who finds a weakness looks for it', async () => {
  const response = await testApp.request({ url: '/.well-known/security.txt' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  const { Expires, ...fields } = fieldsOf(response.body);
  expect(fields).toMatchObject({
    Contact: 'mailto:team@example.org',
    'Preferred-Languages': 'en',
    Canonical: 'https://give.example/.well-known/security.txt',
  });
  // RFC 9116: in the future, and less than a year ahead.
  const days = (Date.parse(String(Expires)) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test.each([
  [
    'a setting of its own',
    { SECURITY_CONTACT: 'security@example.org', TEAM_EMAIL: 'team@example.org' },
    'mailto:security@example.org',
  ],
  ['a page', { SECURITY_CONTACT: 'https://example.org/report' }, 'https://example.org/report'],
  ['the team', { TEAM_EMAIL: 'team@example.org' }, 'mailto:team@example.org'],
  ['else the contact page', {}, 'https://give.example/contact-us'],
])('names %s', (_what, env, contact) => {
  const config = readConfig({ PUBLIC_URL: 'https://give.example', ...env });
  expect(fieldsOf(securityTxt(config, at))).toEqual({
    Contact: contact,
    Expires: '2027-02-20T12:00:00.000Z',
    'Preferred-Languages': 'en',
    Canonical: 'https://give.example/.well-known/security.txt',
  });
});

test('promises nobody on a laptop', () => {
  expect(securityTxt(readConfig({}), at)).toBeNull();
  const { Contact, Canonical } = fieldsOf(securityTxt(readConfig({ TEAM_EMAIL: 'a@b.org' }), at));
  expect([Contact, Canonical]).toEqual(['mailto:a@b.org', undefined]);
});

test.each(['nobody', 'http://example.org/report', 'javascript:alert(1)'])(
  'is not configured with %s',
  (SECURITY_CONTACT) => {
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT');
  },
);
