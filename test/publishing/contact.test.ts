import { describe, expect, test } from 'vitest';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson } from '#test/support/factories.ts';

describe('a message to the team', () => {
  const testApp = useTestApp();

  test('arrives at the team address, and a reply goes to the sender', async () => {
    const { email } = aPerson();
    const { status, body } = await testApp.call(sendContactMessage, {
      body: { email, message: 'Can I drop off blankets?\nI have <20> of them.' },
    });
    expect(status).toBe(200);
    expect(body.message).toBe('Thank you for your message. We will reply by email.');

    const mail = await testApp.inbox.waitFor(teamEmail, `Message from ${email}`);
    expect(mail.replyTo?.[0]?.address).toBe(email);
    expect(mail.text).toContain('> Can I drop off blankets?\n> I have <20> of them.');
    expect(mail.html).toContain('Can I drop off blankets?<br>I have &lt;20&gt; of them.');
  });

  test.each([
    ['no email', { email: '' }, 'email', 'Required'],
    ['a bad email', { email: 'me@home' }, 'email', 'Invalid email'],
    ['no message', { message: ' ' }, 'message', 'Required'],
    [
      'a message that is too long',
      { message: 'x'.repeat(5001) },
      'message',
      'At most 5000 characters',
    ],
  ])('is refused with %s', async (_, part, field, message) => {
    const { email } = aPerson();
    const { status, error } = await testApp.call(sendContactMessage, {
      body: { email, message: 'Hello', ...(part as object) },
    });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ [field]: message });
  });
});

describe('without a team address', () => {
  const testApp = useTestApp({ env: { TEAM_EMAIL: '' } });

  test('every administrator gets it', async () => {
    // More than are sent in parallel.
    const team = [];
    for (let count = 0; count < 10; count++) team.push(await anAdministrator(testApp));
    const { email } = aPerson();
    await testApp.call(sendContactMessage, { body: { email, message: 'Hello' } });
    for (const administrator of team) {
      await testApp.inbox.waitFor(administrator.email, `Message from ${email}`);
    }
  });
});
