import { sql } from 'kysely';
import { topUp } from '#server/provider/card-costs/commands.ts';
import { readTotals } from '#server/provider/card-costs/queries.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { createCause } from '#server/vetting/causes/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import { centsOf, inBookCurrency } from './amounts.ts';
import { backdate, backdateDecisions, backdateLedger } from './backdate.ts';
import { contact } from './contact.ts';
import { give } from './give.ts';
import type { ProofStory } from './proofs.ts';
import { seedProofs } from './seed-proofs.ts';

const nominee = 'Fees of Our Bank';
const daysAgo = 55;
const dollars = 36;

const proof: ProofStory = {
  nominee,
  payments: [
    {
      daysAgo: 40,
      payee: 'Lakeside Bank',
      purpose: 'Half a year of our account',
      address: '1 Lakeside Plaza, Fairview',
      receiptKind: 'statement',
      as: 'pdf',
      customer: 'Grace Okoye',
      number: 'Account 000417739920',
      items: [['Account fee, half a year', dollars]],
      paysCardCosts: true,
    },
  ],
  page: {
    publicName: 'What our bank costs',
    summary:
      'Our account at a bank costs $60 a year. Donations for running costs pay a part of it.',
    story:
      'What you donate reaches an account at a bank in town, and the bank charges $60 a year for it.\n\nWe never take that from donations for other causes. Half a year was paid from what a donor gave for running costs, so you can see it here like any other expense, with its receipt.',
  },
};

/** A donor who gave for running costs, the fee of the bank that the donation paid a part of, and who paid the rest. */
export async function seedRunningCosts(site: Parameters<typeof seedProofs>[0]): Promise<void> {
  const { mailer, team } = site;
  const { db } = site.connection;
  const cause = { name: 'Running Costs', isForRunningCosts: true };
  const { id: causeId } = await createCause(db, team, cause);
  const name: [string, string] = ['Owen', 'Mercer'];
  const donationId = await give(db, mailer, { causeId, name, dollars: 60, daysAgo });

  const by = { firstName: team.firstName, lastName: team.lastName };
  const { id } = await submitNomination(
    db,
    { network: null, site: null },
    {
      nominee,
      causeId,
      ...by,
      ...contact(by.firstName, by.lastName),
      description: 'What our bank charges for the account that donations reach.',
    },
    mailer,
  );
  await backdate(db, 'nominations.created_at', id, daysAgo);
  await changeNominationStatus(db, team, { id, action: 'accept' }, mailer);
  await backdateDecisions(db, id, daysAgo);
  const amount = centsOf(dollars);
  const allocation = { amount, donationId, nominationId: id };
  const { id: allocationId } = await allocate(db, team, allocation, null, mailer.settings);
  const needs = new Map([[nominee, { id, allocatedDaysAgo: daysAgo - 2 }]]);
  await backdate(db, 'allocations.created_at', allocationId, daysAgo - 2);
  await backdateLedger(db, sql`allocation_id = ${allocationId}`, daysAgo - 2);
  await seedProofs(site, needs, inBookCurrency([proof]), []);
  const { balance } = await readTotals(db);
  const rest = {
    amount: -balance,
    direction: 'in' as const,
    reason: 'Membership fees of our board',
  };
  if (balance < 0) await topUp(db, team, rest, null);
}
