import { describe, expect, test, vi } from 'vitest';
import { publicPages } from '#contract/pages.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aCause, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);

const aNominationForm = async () => {
  const { id: causeId } = await aCause(testApp);
  return { nominee: 'Ada', causeId, description: 'Needs a ramp.', ...aPerson(), website: '' };
};
const aDonationForm = async () => {
  const { id: causeId } = await aCause(testApp);
  return { amount: '25', causeId, description: '', ...aPerson(), website: '' };
};
/** The value of a field of the page, or of its hidden input. */
const inputOf = (body: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1];
const errorOf = (body: string, name: string) =>
  new RegExp(`id="${name}-error">([^<]*)<`).exec(body)?.[1];

describe('a contact form without script', () => {
  test('sends the message and says so', async () => {
    const { email } = aPerson();
    const { statusCode, headers } = await web.post('/contact-us', { email, message: 'Hello' });
    expect([statusCode, headers.location]).toEqual([303, '/contact-us?status=sent']);
    expect((await web.get(String(headers.location))).body).toContain(
      'Thank you for your message. We will reply by email.',
    );
    const mail = await testApp.inbox.waitFor(teamEmail, `Message from ${email}`);
    expect(mail.text).toContain('Hello');
  });

  test('that is sent twice reaches the team once', async () => {
    const key = inputOf((await web.get('/contact-us')).body, 'key') ?? '';
    const form = { email: aPerson().email, message: 'Hello', key };
    const before = await mailsQueuedFor(testApp, teamEmail);
    await Promise.all([web.post('/contact-us', form), web.post('/contact-us', form)]);
    await web.post('/contact-us', { ...form, message: 'Hello again' });
    expect(await mailsQueuedFor(testApp, teamEmail)).toBe(before + 2);
  });

  test('comes back with what was typed and what was wrong', async () => {
    const { statusCode, body } = await web.post('/contact-us', {
      email: 'x"><b>',
      message: 'Hello <b>there</b>',
    });
    expect(statusCode).toBe(400);
    expect(errorOf(body, 'email')).toBe('Invalid email');
    expect(body).toContain('value="x&quot;&gt;&lt;b&gt;"');
    expect(body).toContain('>Hello &lt;b&gt;there&lt;/b&gt;</textarea>');
    expect(errorOf((await web.post('/contact-us', {})).body, 'message')).toBe('Required');
  });

  test('is refused from another site', async () => {
    const fields = { email: aPerson().email, message: 'Hello' };
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await web.post('/contact-us', fields, { headers })).statusCode).toBe(403);
  });
});

describe('a nomination form without script', () => {
  test('is accepted, and the thank-you page names the address, for that browser alone', async () => {
    const form = await aNominationForm();
    const { statusCode, headers } = await web.post('/nominate', form);
    expect([statusCode, headers.location]).toEqual([303, '/nominate?status=success']);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const thanks = (sent: string) =>
      web.get('/nominate?status=success', { headers: { cookie: sent } });
    expect((await thanks(cookie)).body).toContain(`<strong>${form.email}</strong>`);
    for (const other of ['', 'nomination=broken', 'nomination=e30']) {
      const { statusCode: status, body } = await thanks(other);
      expect([status, body.includes(form.email)]).toEqual([200, false]);
      expect(body).toContain('Thank You For Your Generosity!');
    }
    const { nominee } = await testApp.db
      .selectFrom('nominations')
      .select('nominee')
      .where('email', '=', form.email)
      .executeTakeFirstOrThrow();
    expect(nominee).toBe('Ada');
  });

  test('that is sent twice is stored once, and a different one by itself', async () => {
    const key = inputOf((await web.get('/nominate')).body, 'key') ?? '';
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    const form = { ...(await aNominationForm()), key };
    const answers = await Promise.all([web.post('/nominate', form), web.post('/nominate', form)]);
    answers.push(await web.post('/nominate', { ...form, nominee: 'Grace' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    const stored = await testApp.db
      .selectFrom('nominations')
      .select('nominee')
      .where('email', '=', form.email)
      .orderBy('nominee')
      .execute();
    expect(stored).toEqual([{ nominee: 'Ada' }, { nominee: 'Grace' }]);
  });

  test('asks for everything that is missing', async () => {
    const { body, statusCode } = await web.post('/nominate', { nominee: ' ', email: 'x' });
    expect(statusCode).toBe(400);
    const names = ['nominee', 'causeId', 'description', 'firstName', 'lastName', 'phone', 'zip'];
    expect(names.map((name) => errorOf(body, name))).toEqual(names.map(() => 'Required'));
    expect(errorOf(body, 'email')).toBe('Invalid email');
  });
});

describe('a donation form without script', () => {
  test('leads to the payment page, without a redirect to another site', async () => {
    const { statusCode, headers, body } = await web.post('/donate', await aDonationForm());
    expect(statusCode).toBe(200);
    const [, url = ''] = /^0; url=(.+)$/.exec(String(headers.refresh)) ?? [];
    expect(body).toContain(`href="${url}"`);
    expect((await web.get(new URL(url).pathname)).body).toContain('$25.00');
  });

  test('that is sent twice starts one checkout, and a different one another', async () => {
    const key = inputOf((await web.get('/donate')).body, 'key') ?? '';
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    const form = { ...(await aDonationForm()), key };
    const refreshOf = async (fields: Record<string, string>) =>
      (await web.post('/donate', fields)).headers.refresh;
    const first = await refreshOf(form);
    expect(await refreshOf(form)).toBe(first);
    expect(await refreshOf({ ...form, amount: '30' })).not.toBe(first);
  });

  test('with the page of somebody else is a donation of its own', async () => {
    const key = inputOf((await web.get('/donate')).body, 'key') ?? '';
    const form = { ...(await aDonationForm()), key };
    const refreshFrom = async (from: string) =>
      (await web.post('/donate', form, { from })).headers.refresh;
    expect(await refreshFrom('203.0.113.20')).not.toBe(await refreshFrom('203.0.113.21'));
  });

  test.each([
    ['', 'Required'],
    ['a lot', 'Enter an amount, such as 25.00'],
    ['0.01', 'Must be at least $1.00'],
    ['25.001', 'Do you mean $25,001.00?'],
    ['1,500', 'Do you mean $1,500.00 or $1.50?'],
    ['25.0015', 'Enter an amount, such as 25.00'],
    ['-5', 'Enter an amount, such as 25.00'],
  ])('refuses the amount "%s"', async (amount, message) => {
    const form = { ...(await aDonationForm()), amount, isAvailableToVolunteerTime: 'true' };
    const { statusCode, body } = await web.post('/donate', form);
    expect([statusCode, errorOf(body, 'amount')]).toEqual([400, message]);
    expect(inputOf(body, 'firstName')).toBe(form.firstName);
    expect(body).toMatch(/type="checkbox"[^>]*checked=""/);
    expect(body).toContain(`<option value="${form.causeId}" selected="">`);
  });
});

describe('instead of a challenge', () => {
  const filledIn = { website: 'https://filled-in.example', message: 'Hello' };

  test('a browser without script waits once', async () => {
    const from = '203.0.113.99';
    const fields = { ...filledIn, email: aPerson().email };
    const asked = await web.post('/contact-us', fields, { from });
    expect(asked.statusCode).toBe(428);
    expect(asked.body).toContain('wait 10 seconds');
    const ticket = inputOf(asked.body, 'ticket') ?? '';
    const send = async (of: string, caller = from) =>
      (await web.post('/contact-us', { ...fields, ticket: of }, { from: caller })).statusCode;

    expect(await send(ticket)).toBe(428);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    try {
      expect(await send(`${ticket}x`)).toBe(428);
      expect(await send(ticket, '198.51.100.4')).toBe(428);
      const [moment = '', random = '', signature = ''] = ticket.split('.');
      expect(await send(`${Number(moment) - 5}.${random}.${signature}`)).toBe(428);
      expect(await send(ticket)).toBe(303);
      expect(await send(ticket)).toBe(428);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a ticket that is kept for later is too old', async () => {
    const from = '203.0.113.98';
    const fields = { ...filledIn, email: aPerson().email };
    const ticket = inputOf((await web.post('/contact-us', fields, { from })).body, 'ticket') ?? '';
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400_000 });
    const { statusCode } = await web.post('/contact-us', { ...fields, ticket }, { from });
    vi.useRealTimers();
    expect(statusCode).toBe(428);
  });
});

test('Logout in the header ends the session', async () => {
  const user = await anAdministrator(testApp);
  const cookie = await signIn(testApp, user);
  const { statusCode, headers } = await web.post('/auth/logout', {}, { headers: { cookie } });
  expect([statusCode, headers.location]).toEqual([303, publicPages.home.path]);
  expect(String(headers['set-cookie'])).toContain('session=;');
  expect((await web.get('/', { headers: { cookie } })).body).not.toContain(user.email);
});

describe('the form to follow a need', () => {
  test('comes back to its page, and says the same for every address', async () => {
    const id = await aPublishedNeed(testApp);
    const { statusCode, headers } = await web.post(`/impact/${id}?status=sent`, {
      email: aPerson().email,
    });
    expect([statusCode, headers.location]).toEqual([303, `/impact/${id}?status=sent#follow`]);
    expect((await web.get(`/impact/${id}?status=sent`)).body).toContain(
      'an email with a link to confirm it is on its way',
    );
    expect(errorOf((await web.post(`/impact/${id}`, { email: 'x' })).body, 'email')).toBe(
      'Invalid email',
    );
  });

  test.each(['..%2F..%2Fdonor-page%2Frequest-link%3F', 'x', '%2e%2e'])(
    'calls nothing else at "%s"',
    async (id) => {
      const { email } = aPerson();
      const { statusCode } = await web.post(`/impact/${id}`, { email });
      expect(statusCode).toBe(404);
    },
  );
});

test('text that is no ticket and no cookie of ours is not a failure', async () => {
  const strange = `1.x.${'é'.repeat(43)}`;
  const fields = { email: aPerson().email, message: 'Hello', ticket: strange, website: 'x' };
  expect((await web.post('/contact-us', fields, { from: '203.0.113.77' })).statusCode).toBe(428);
  const headers = { cookie: `gift=${encodeURIComponent(strange)}`, 'accept-encoding': 'br, gzip' };
  expect((await web.get('/donate', { headers })).statusCode).toBe(200);
});

test('a search for what is no text shows the page', async () => {
  const { statusCode, body } = await web.get('/impact?search=%00furnace%00');
  expect(statusCode).toBe(200);
  expect(inputOf(body, 'search')).toBe('furnace');
});

test('a form comes back with its own fields only', async () => {
  const { body } = await web.post('/contact-us', { email: 'x', message: 'Hello', planted: 'Fxyz' });
  expect(body).toContain('Hello');
  expect(body).not.toContain('Fxyz');
});
