import { sql } from 'kysely';
import {
  adminPaths,
  bankLinePath,
  depositPath,
  donationPath,
  donationReceiptPath,
  donorPath,
  nominationPath,
  nominationWorkspacePath,
  planPath,
  userPath,
  volunteerPath,
} from '#contract/admin-pages.ts';
import type { FilterOf, ResponseOf } from '#contract/endpoint.ts';
import type { listDonations as listDonationsCall } from '#contract/giving/donations.ts';
import type { SearchGroup, SearchResult } from '#contract/overview/search.ts';
import * as contract from '#contract/overview/search.ts';
import { depositStateWords } from '#core/giving/deposits.ts';
import { readTransferReference } from '#core/giving/transfer-reference.ts';
import { readSearch, type SearchText } from '#core/overview/search-text.ts';
import { describeRoles, type Right } from '#core/people/rights.ts';
import { intervalWords, planStateWords } from '#core/plans/plans.ts';
import { countOf } from '#core/platform/counts.ts';
import { dayAfter, formatDate, formatDay, startOfDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { receiptStateWords } from '#core/receipts/receipt-states.ts';
import { causeStateNames } from '#core/vetting/cause-states.ts';
import { readReference } from '#core/vetting/nomination-reference.ts';
import { nominationStatus, nominationStatusNames } from '#core/vetting/nomination-status.ts';
import { offerStateWords } from '#core/volunteers/offer-states.ts';
import { findBankLines } from '#server/banking/matches/queries.ts';
import { listDonors } from '#server/donors/donors/queries.ts';
import { listExpectedTransfers } from '#server/giving/announced-transfers/queries.ts';
import { listDeposits } from '#server/giving/deposits/queries.ts';
import { listDonations } from '#server/giving/donations/queries.ts';
import { findUsers } from '#server/people/users/queries.ts';
import { listPlans } from '#server/plans/plans/plan-lists.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import { isTooSlow } from '#server/platform/db/database-errors.ts';
import type { Page } from '#server/platform/db/paging.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { listDonationReceipts } from '#server/receipts/tax-receipts/queries.ts';
import { findExpenses } from '#server/spending/expenses/queries.ts';
import { findCauses } from '#server/vetting/causes/queries.ts';
import { listNominations } from '#server/vetting/nominations/queries.ts';
import { listVolunteers } from '#server/volunteers/queries.ts';

/* One search of everything that somebody may see: each part asks the list that it leads to. */

type Services = Pick<Deps, 'db' | 'config' | 'settings'>;

/** Of each kind; the rest is in its list. */
const limit = 5;
/** Milliseconds for each kind: words that each are common and hardly ever together can take a look at every row. */
const longest = 300;

interface Asked extends Services, SearchText {
  reader: TeamMember;
  timeZone: string;
}

interface Found {
  results: SearchResult[];
  hasMore: boolean;
  /** The list with all of them, if there is one. */
  list?: string;
}

interface Part {
  /** What it takes to open the list, and to look for somebody in it. */
  right: Right;
  find: (asked: Asked) => Promise<Found>;
}

/** Finds what somebody may see that has a text in it, some of each kind. */
export async function searchAll(
  services: Services,
  reader: TeamMember,
  { text }: { text: string },
): Promise<ResponseOf<typeof contract.searchAll>> {
  const search = readSearch(text);
  if (search === null) return { lookedThrough: [], tooSlow: [], groups: [] };
  const { timeZone } = services.settings.current();
  const asked = { ...services, ...search, reader, timeZone };
  const lookedThrough = contract.searchGroups.filter((name) => may(reader, parts[name].right));
  const tooSlow: SearchGroup[] = [];
  // One after the other: a search for each letter that somebody types must not take every connection.
  const groups = await services.db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(longest)}, true)`.execute(trx);
    const found = [];
    for (const name of lookedThrough) {
      const part = await inTime(trx, () => parts[name].find({ ...asked, db: trx }));
      if (part === null) tooSlow.push(name);
      else if (part.results.length > 0) found.push(toGroup(name, part));
    }
    return found;
  });
  return { lookedThrough, tooSlow, groups };
}

/** What is found in time; null for a statement that the database has ended. */
async function inTime<Part>(trx: Trx, find: () => Promise<Part>): Promise<Part | null> {
  await sql`savepoint part`.execute(trx);
  try {
    return await find();
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    await sql`rollback to savepoint part`.execute(trx);
    return null;
  }
}

function toGroup(name: SearchGroup, { results, hasMore, list }: Found) {
  return { name, results, hasMore, more: hasMore && list ? list : null };
}

const parts: Record<SearchGroup, Part> = {
  Donors: { right: 'contacts.read', find: findDonors },
  Donations: { right: 'lists.read', find: findDonations },
  Nominations: { right: 'lists.read', find: findNominations },
  Volunteers: { right: 'volunteers.read', find: findVolunteers },
  'Recurring Donations': { right: 'contacts.read', find: findPlans },
  'Announced Transfers': { right: 'contacts.read', find: findTransfers },
  Deposits: { right: 'contacts.read', find: findDeposits },
  'Tax Receipts': { right: 'contacts.read', find: findReceipts },
  'Bank Lines': { right: 'contacts.read', find: findLines },
  Expenses: { right: 'lists.read', find: findSpending },
  Causes: { right: 'lists.read', find: findCausesNamed },
  Users: { right: 'people.write', find: findTeam },
};

const nothing: Found = { results: [], hasMore: false };

function foundIn<Item>(
  { items, nextCursor }: Page<Item>,
  toResult: (item: Item) => SearchResult,
  list?: [path: string, filter: Record<string, string>],
): Found {
  return {
    results: items.map(toResult),
    hasMore: nextCursor !== null,
    ...(list && { list: `${list[0]}?${new URLSearchParams(list[1])}` }),
  };
}

/** What is known of these. */
const known = (...facts: (string | null | false | undefined)[]) =>
  facts.filter((fact): fact is string => Boolean(fact));

const nameOf = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`;

async function findDonors({ db, timeZone, wanted, text }: Asked): Promise<Found> {
  // Whoever gave an amount is found with the donation.
  if (wanted.kind !== 'words') return nothing;
  const page = await listDonors(db, timeZone, { limit, search: text });
  return foundIn(
    page,
    (donor) => ({
      name: nameOf(donor),
      facts: known(
        donor.email,
        `${countOf(donor.donations, 'donation')}, ${formatCents(donor.amount)}`,
        donor.donations > 0 && `last ${formatDate(donor.lastDonationAt, timeZone)}`,
      ),
      path: donorPath(donor.id),
    }),
    [adminPaths.donors, { search: text }],
  );
}

async function findDonations(asked: Asked): Promise<Found> {
  const { db, reader, timeZone } = asked;
  const filter = donationFilter(asked);
  if (filter === null) return nothing;
  const page = await listDonations(db, reader, { limit, order: 'newest', ...filter.query });
  return foundIn(
    page,
    ({ id, amount, createdAt, cause, donor, isAnonymous, returnedAmount }) => ({
      name: formatCents(amount),
      facts: known(
        donor && `${nameOf(donor)}${isAnonymous ? ' (anonymous)' : ''}`,
        cause.name,
        formatDate(createdAt, timeZone),
        returnedAmount > 0 && `${formatCents(returnedAmount)} returned`,
      ),
      path: donationPath(id),
    }),
    [adminPaths.donations, { ...filter.address, showFullyAllocated: 'true' }],
  );
}

/** What the list of donations is asked for, and how its address says so; null if it has no filter for it. */
function donationFilter({ wanted, timeZone, text }: Asked): {
  query: FilterOf<typeof listDonationsCall>;
  address: Record<string, string>;
} | null {
  if (wanted.kind === 'amount') return { query: { amount: text }, address: { amount: text } };
  if (wanted.kind === 'reference') return { query: { id: wanted.id }, address: { id: wanted.id } };
  if (wanted.kind !== 'day') return null;
  const { day } = wanted;
  const from = startOfDay(day, timeZone) ?? undefined;
  const to = startOfDay(dayAfter(day), timeZone) ?? undefined;
  return { query: { from, to }, address: { from: day, to: day } };
}

async function findNominations({ db, text, words, wanted, timeZone }: Asked): Promise<Found> {
  const isId = wanted.kind === 'reference' || readReference(text) !== null;
  const byId = isId ? await listNominations(db, { limit, id: text }) : null;
  // A name can look like a reference.
  const page = byId?.items.length ? byId : await listNominations(db, { limit, words });
  return foundIn(
    page,
    (nomination) => ({
      name: nomination.nominee,
      facts: [
        nomination.reference,
        nominationStatusNames[nominationStatus(nomination)],
        nomination.cause.name,
        formatDate(nomination.createdAt, timeZone),
      ],
      path: nominationPath(nomination.id),
    }),
    [adminPaths.nominations, { nominee: text, rejected: 'true', completed: 'true' }],
  );
}

async function findVolunteers({ db, reader, text, timeZone }: Asked): Promise<Found> {
  const page = await listVolunteers(db, reader, { limit, order: 'newest', search: text });
  return foundIn(
    page,
    ({ id, person, state, need, createdAt }) => ({
      name: person ? nameOf(person) : 'Volunteer',
      facts: known(
        person?.email,
        person?.phone,
        offerStateWords[state].name,
        need?.nominee,
        `offered ${formatDate(createdAt, timeZone)}`,
      ),
      path: volunteerPath(id),
    }),
    [adminPaths.volunteers, { search: text }],
  );
}

async function findPlans({ db, reader, text, wanted }: Asked): Promise<Found> {
  if (wanted.kind !== 'words') return nothing;
  const page = await listPlans(db, reader, { limit, order: 'newest', search: text });
  return foundIn(
    page,
    ({ id, amount, interval, donor, isAnonymous, cause, state, isBeingStopped }) => ({
      name: `${formatCents(amount)} every ${intervalWords[interval].every}`,
      facts: known(
        donor && `${nameOf(donor)}${isAnonymous ? ' (anonymous)' : ''}`,
        cause.name,
        planStateWords[isBeingStopped ? 'ended' : state],
      ),
      path: planPath(id),
    }),
    [adminPaths.plans, { search: text }],
  );
}

async function findTransfers({ db, text, timeZone }: Asked): Promise<Found> {
  if (readTransferReference(text) === null) return nothing;
  const page = await listExpectedTransfers(db, { limit, reference: text });
  return foundIn(page, ({ reference, amount, cause, createdAt, lastArrivedOn, ...donor }) => ({
    name: reference,
    facts: [
      nameOf(donor),
      formatCents(amount),
      cause.name,
      lastArrivedOn === null
        ? `announced ${formatDate(createdAt, timeZone)}`
        : `received ${formatDay(lastArrivedOn)}`,
    ],
    path: `${adminPaths.announcedTransfers}?${new URLSearchParams({ reference })}`,
  }));
}

async function findDeposits({ db, text, timeZone }: Asked): Promise<Found> {
  const page = await listDeposits(db, { limit, search: text });
  return foundIn(
    page,
    ({ id, title, state, count, expectedAmount, createdAt }) => ({
      name: title,
      facts: [
        depositStateWords[state],
        countOf(count, 'line'),
        formatCents(expectedAmount),
        `begun ${formatDate(createdAt, timeZone)}`,
      ],
      path: depositPath(id),
    }),
    [adminPaths.deposits, { search: text }],
  );
}

async function findReceipts({ db, text }: Asked): Promise<Found> {
  const page = await listDonationReceipts(db, { limit, search: text });
  return foundIn(
    page,
    ({ id, number, donorName, amount, state, issuedOn }) => ({
      name: number,
      facts: known(
        donorName,
        amount !== null && formatCents(amount),
        receiptStateWords[state],
        `issued ${formatDay(issuedOn)}`,
      ),
      path: donationReceiptPath(id),
    }),
    [adminPaths.taxReceipts, { search: text }],
  );
}

async function findLines({ db, words, cents }: Asked): Promise<Found> {
  const page = await findBankLines(db, { words, cents, limit });
  return foundIn(page, ({ id, cents: amount, counterparty, text, account, bookedOn }) => ({
    name: formatCents(amount),
    facts: known(counterparty, text, account.name, formatDay(bookedOn)),
    path: bankLinePath(id),
  }));
}

async function findSpending({ db, words, cents }: Asked): Promise<Found> {
  const page = await findExpenses(db, { words, cents, limit });
  return foundIn(page, ({ nominationId, nominee, payee, purpose, amount, paidOn, undoneAt }) => ({
    name: `${formatCents(amount)} to ${payee}`,
    facts: known(
      purpose,
      `for ${nominee}`,
      `paid ${formatDay(paidOn)}`,
      undoneAt !== null && 'undone',
    ),
    path: nominationWorkspacePath(nominationId),
  }));
}

async function findCausesNamed({ db, words }: Asked): Promise<Found> {
  const causes = await findCauses(db, words);
  return firstOf(causes, adminPaths.causes, ({ id, name, state, _count }) => ({
    name,
    facts: [
      causeStateNames[state],
      countOf(_count.donations, 'donation'),
      countOf(_count.nominations, 'nomination'),
    ],
    path: `${adminPaths.causes}?manage=${id}`,
  }));
}

async function findTeam({ db, config, words }: Asked): Promise<Found> {
  const users = await findUsers(db, config, words);
  return firstOf(users, adminPaths.users, ({ id, email, roles, acceptedAt, ...user }) => ({
    name: nameOf(user),
    facts: known(email, describeRoles(roles), acceptedAt === null && 'invited'),
    path: userPath(id),
  }));
}

/** The first ones of a list that is short enough to be read whole. */
function firstOf<Item>(items: Item[], list: string, toResult: (item: Item) => SearchResult): Found {
  return {
    results: items.slice(0, limit).map(toResult),
    hasMore: items.length > limit,
    list,
  };
}
