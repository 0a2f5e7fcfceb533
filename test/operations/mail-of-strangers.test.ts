import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { payAt, sendForm } from '#test/support/attack.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { aRealDonation } from '#test/support/trial.ts';

/* Anybody can type anybody's address into a form. */

const testApp = useTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const from = (address: string) => ({
  from: '127.0.0.1',
  headers: { 'x-forwarded-for': address },
});

/** Everything that a sender can type, in a form that can be found again. */
const typed = {
  nominee: 'Typed-nominee www.evil.example',
  description: 'Typed-description www.evil.example\nPay here',
  firstName: 'Typed-first www.evil.example',
  lastName: 'Typed-last www.evil.example',
  phone: 'Typed-phone',
  zip: 'Typed-zip',
};
const aVictim = () => aPerson().email;

// Held in the queue, so that what would be sent can be read.
beforeEach(async () => {
  await sql`delete from call_counts`.execute(testApp.db);
  await sql`insert into site_settings (key, value) values ('mail_paused', '"Read by a test"')
    on conflict do nothing`.execute(testApp.db);
});

async function mailsTo(address: string): Promise<OutgoingMail[]> {
  const { rows } = await sql<{ data: OutgoingMail }>`select data from pgboss.job
    where name = 'mail' and lower(data ->> 'to') = ${address.toLowerCase()}
    order by created_on`.execute(testApp.db);
  return rows.map(({ data }) => data);
}

function expectNothingTyped({ subject, text, html }: OutgoingMail): void {
  expect(`${subject}\n${text}\n${html}`).not.toMatch(/typed-|evil\.example|pay here/i);
}

const nominate = async (email: string, sender = '192.0.2.1') => {
  const { id: causeId } = await aCause(testApp);
  const body = { ...typed, causeId, email };
  const answer = await sendForm(testApp, '/api/nominations', body, from(sender));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};

const donate = async (email: string, sender = '192.0.2.2'): Promise<string> => {
  const { id: causeId } = await aCause(testApp);
  const { nominee: _, ...details } = typed;
  const body = { amount: 100, causeId, ...details, isAvailableToVolunteerTime: true, email };
  const answer = await sendForm(testApp, '/api/donations', body, from(sender));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().url;
};

/** The bank does not pay, days after the donor believed that it had. */
const failAt = (url: string) => {
  const checkoutId = url.slice(url.lastIndexOf('/') + 1) as DonationId;
  const { db, mailer, payments } = testApp;
  const eventId = `evt_${checkoutId}`;
  const event = { provider: payments.name, eventId, type: 'x', checkoutId };
  return handlePaymentEvent(db, { ...event, kind: 'failed' }, mailer, pino({ level: 'silent' }));
};

describe('mail to an address that nobody has confirmed quotes nothing that was typed', () => {
  test('the confirmation of a nomination', async () => {
    const victim = aVictim();
    await nominate(victim);
    const [mail = expect.fail()] = await mailsTo(victim);
    expectNothingTyped(mail);
    expect(mail.text).toMatch(/Reference: \w{3}-\w{3}/);
    // Answers go to the team, never to what was typed.
    expect(mail.replyTo).toBe(teamEmail);
  });

  test('the receipt of a donation, which has amount, cause, date, reference, and link', async () => {
    const victim = aVictim();
    const url = await donate(victim);
    await payAt(testApp, url);
    const [mail = expect.fail()] = await mailsTo(victim);
    expectNothingTyped(mail);
    const id = url.slice(url.lastIndexOf('/') + 1);
    for (const fact of ['$1.00', 'Cause ', 'Date:', id, `pi_${id}`, '/gift#']) {
      expect(mail.text).toContain(fact);
    }
  });

  test('the note that a bank did not pay', async () => {
    const victim = aVictim();
    const url = await donate(victim);
    await failAt(url);
    const [mail = expect.fail()] = await mailsTo(victim);
    expectNothingTyped(mail);
    expect(mail.text).toContain('You were not charged');
  });
});

describe('confirmations of nominations', () => {
  test('reach one mailbox three times a day, whoever sends the form and however it is spelled', async () => {
    const name = `victim${Date.now()}`;
    const spellings = [
      `${name}@gmail.com`,
      `${name.toUpperCase()}@gmail.com`,
      `${name}+a@gmail.com`,
      `v.ictim${name.slice(6)}@googlemail.com`,
    ];
    const answers: { isConfirmedByEmail: boolean }[] = [];
    for (let number = 0; number < 210; number++) {
      const email = spellings[number % spellings.length] ?? '';
      answers.push(await nominate(email, `192.0.2.${number % 7}`));
    }
    const addresses = new Set(spellings.map((address) => address.toLowerCase()));
    const mails = (await Promise.all([...addresses].map(mailsTo))).flat();
    recordFigures('E6', {
      'nominations from 7 networks in the name of one victim': answers.length,
      'mails to the victim': mails.length,
    });
    expect(mails).toHaveLength(3);
    expect(answers.filter(({ isConfirmedByEmail }) => isConfirmedByEmail)).toHaveLength(3);
    // The next day.
    await sql`update call_counts set ends_at = now() - interval '1 second'`.execute(testApp.db);
    expect((await nominate(`${name}@gmail.com`)).isConfirmedByEmail).toBe(true);
  });

  test('at the same moment count as well', async () => {
    const victim = aVictim();
    await Promise.all(Array.from({ length: 12 }, (_, at) => nominate(victim, `192.0.2.${at}`)));
    expect(await mailsTo(victim)).toHaveLength(3);
  });

  test('leave twenty times a day because of all networks of one site, and those of others still do', async () => {
    const victims = Array.from({ length: 25 }, aVictim);
    for (const [at, victim] of victims.entries()) await nominate(victim, `2001:db8:1:${at}::1`);
    const mails = await Promise.all(victims.map(mailsTo));
    expect(mails.flat()).toHaveLength(20);
    expect((await nominate(aVictim(), '192.0.2.5')).isConfirmedByEmail).toBe(true);
  });

  test('are not missing because a nomination was refused', async () => {
    const victim = aVictim();
    for (let count = 0; count < 5; count++) {
      const body = { ...typed, causeId: crypto.randomUUID(), email: victim };
      const { statusCode } = await sendForm(testApp, '/api/nominations', body, from('192.0.2.6'));
      expect(statusCode).toBe(400);
    }
    expect((await nominate(victim)).isConfirmedByEmail).toBe(true);
  });
});

describe('mail about test money, which costs nothing,', () => {
  test('reaches one mailbox three times a day, paid or not, and the donations are booked', async () => {
    const victim = aVictim();
    for (let number = 0; number < 8; number++) {
      const url = await donate(victim, `192.0.2.${number}`);
      await (number % 2 === 0 ? payAt(testApp, url) : failAt(url));
    }
    expect(await mailsTo(victim)).toHaveLength(3);
    const donations = await testApp.db
      .selectFrom('donations')
      .select('id')
      .where('email', '=', victim)
      .execute();
    expect(donations).toHaveLength(4);
    // No link is made that nobody gets.
    const links = await testApp.db
      .selectFrom('donationLinks')
      .select('donationId')
      .where(
        'donationId',
        'in',
        donations.map(({ id }) => id),
      )
      .where('isViewOnly', '=', false)
      .execute();
    expect(links).toHaveLength(2);
  });

  test('leaves twenty times a day because of one network', async () => {
    const victims = Array.from({ length: 22 }, aVictim);
    for (const victim of victims) await payAt(testApp, await donate(victim, '192.0.2.9'));
    const mails = await Promise.all(victims.map(mailsTo));
    expect(mails.flat()).toHaveLength(20);
  });
});

describe('mail about real money', () => {
  const liveApp = useTestApp();

  test('has no limit: each donation costs a payment', async () => {
    await sql`update books set is_real = true`.execute(liveApp.db);
    const donor = aPerson();
    for (let number = 0; number < 5; number++) await aRealDonation(liveApp, donor);
    expect(await mailsQueuedFor(liveApp, donor.email)).toBe(5);
  });
});
