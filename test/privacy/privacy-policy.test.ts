import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import { type StoredDataPart, storedData } from '#core/privacy/stored-data.ts';
import { dataMap } from '#server/privacy/data-map.ts';

/*
 * The privacy policy has a word about everything personal: a column that is added needs one in the part of its table
 * (`src/core/privacy/stored-data.ts`), and so does a text that everybody can read.
 */

const tables: Record<StoredDataPart, string> = {
  donate:
    'donations donors donor_mails donor_changes donor_change_links donor_notes refunds disputes allocations ledger_entries donation_goods test_donations balance_transactions operations_entries',
  unpaid: 'checkouts',
  links: 'donor_links donation_links statement_links',
  plan: 'plans plan_links plan_events plan_adoptions plan_move_plans',
  transfer: 'expected_transfers deposit_lines deposits bank_lines bank_matches',
  employer: 'expected_donations',
  things: 'in_kind_donations',
  receipts: 'donation_receipts gift_aid_declarations gift_aid_claims statement_recipients',
  comment: 'public_comments',
  dedication: 'dedications',
  moved: 'imports import_addresses import_lines',
  time: 'volunteer_offers volunteer_hours volunteer_thanks',
  updates:
    'update_recipients mail_opt_outs unsubscribe_links donor_mailings donor_mailing_recipients',
  follow: 'followers',
  nominate:
    'nominations tracking_links questions answers answer_files appeals appeal_files nomination_decisions',
  nominee:
    'consents consent_links consent_requests consent_corrections checklists checklist_points reviews conflicts nomination_notes public_pages files updates',
  write: 'dead_mails',
  records: 'alerts approvals exports payment_events unbooked_objects expenses idempotency_keys',
  team: '',
  visit: '',
  form: '',
};

/** Columns by what they hold, in the words of the policy; those in capitals have none, for the reason that is said. */
const columns: Record<string, string> = {
  name: 'first_name last_name donor_name recipient_name adviser_name nominee counterparty donation',
  address: 'email recipient recipient_email adviser_email donor_address address postal_address',
  'phone number': 'phone',
  'zip code': 'zip',
  postcode: 'postcode',
  house: 'house',
  wording: 'wording',
  subject: 'subject',
  'copy of each receipt': 'document',
  'replaced or ended': 'end_reason',
  'former name and address': 'kept formerly',
  honors: 'honoree',
  message: 'message mail',
  network: 'network',
  fund: 'organization',
  note: 'note notes',
  'what you typed, with your wishes': 'wishes checkouts.details',
  'your details as you typed them': 'plans.details',
  reason: 'reason undone_reason',
  volunteer: 'is_available_to_volunteer_time',
  'provider’s number': 'payment_intent_id invoice_id subscription_id customer_id',
  card: 'card_brand card_last4 card_expires',
  'why a payment failed': 'last_failure_code',
  why: 'why',
  answered: 'given_by',
  related: 'relation_text',
  'what you did': 'what',
  'name over it': 'public_name shown_name',
  summary: 'summary shown_summary',
  story: 'story shown_story',
  description: 'description alternative_text',
  caption: 'caption',
  'we record who': 'consent_by consent_scope',
  'file names': 'original_name',
  'whether they know of it': 'nominee_knows',
  'what we wrote to you': 'letter',
  'number of the check': 'check_number',
  'account number': 'counterparty_account',
  'who was paid': 'payee',
  'what was bought': 'purpose',
  file: 'storage_key',
  'its number in that system': 'external_id',
  'title,': 'gift_aid_declarations.title',
  // A text of whoever the part is about, or of the team about them.
  '': 'text title',
  'STATES AND HASHES, which say nothing about anybody':
    'left_out_at queued_at erased_at stopped_why is_rejected request_hash imports.state imports.revision imports.problem',
  'THE TEAM’S REASONS for what it did with books, which the part of records is about':
    'taken_back_reason returned_reason sent_back_reason',
};

const named = (list: string) => list.split(' ').filter((name) => name !== '');
const textOf = (part: StoredDataPart) => storedData[part].text.join(' ');

/** The part of the policy and the word in it for a column; undefined if nothing says it. */
function sentenceFor(table: string, column: string): string | undefined {
  const part = (Object.keys(tables) as StoredDataPart[]).find((one) =>
    named(tables[one]).includes(table),
  );
  const words = Object.entries(columns);
  const [word] =
    words.find(([, list]) => named(list).includes(`${table}.${column}`)) ??
    words.find(([, list]) => named(list).includes(column)) ??
    [];
  if (part === undefined || word === undefined) return undefined;
  if (/^[A-Z]{3}/.test(word)) return word;
  // What is kept of the books is told once, for all of them.
  const text = column === 'reason' ? `${textOf(part)} ${textOf('records')}` : textOf(part);
  return text.includes(word) ? `${part}: ${word}` : undefined;
}

describe('the privacy policy', () => {
  test('has a word about every column that holds something about somebody', () => {
    const personal = Object.entries(dataMap).flatMap(([table, rule]) =>
      Object.entries(rule.columns)
        // What the team may have written about somebody anywhere has a part of its own.
        .filter(([, { is }]) => ['gone', 'replaced', 'kept'].includes(is))
        .map(([column]) => ({ table, column })),
    );
    expect(personal.length).toBeGreaterThan(100);
    const silent = personal.filter(({ table, column }) => !sentenceFor(table, column));
    expect(silent.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  test('has a part for every table with personal data, and names none that there is not', () => {
    const all = Object.values(tables).flatMap(named);
    expect(all.toSorted()).toEqual(Object.keys(dataMap).toSorted());
  });

  test('says what the specification demands of it, and no word about what nobody does', () => {
    for (const [part, { title, text }] of Object.entries(storedData)) {
      expect([part, title.length > 0, text.length > 0]).toEqual([part, true, true]);
    }
    expect(JSON.stringify(storedData)).not.toMatch(/show nothing about donors/);
  });
});

/** What everybody can read about people, and where the policy says so; null for what is about no person. */
const publicTexts: Record<string, [StoredDataPart, string] | null> = {
  firstName: ['comment', 'with your first name'],
  text: ['comment', 'Your words'],
  texts: ['things', 'The public can read what our team wrote about it'],
  name: ['nominee', 'name over it'],
  summary: ['nominee', 'summary'],
  story: ['nominee', 'story'],
  title: ['nominee', 'updates'],
  caption: ['nominee', 'caption'],
  alternativeText: ['nominee', 'description for people who cannot see it'],
  payee: ['nominee', 'who was paid and for what'],
  purpose: ['nominee', 'who was paid and for what'],
  url: ['nominee', 'photos, and videos'],
  cause: null,
  mediaType: null,
  originalSha256: null,
  sha256: null,
};

/** The names of all free texts of a response. */
function textsIn(schema: unknown, name = ''): string[] {
  const {
    type,
    properties,
    items,
    anyOf,
    format,
    pattern,
    enum: choices,
  } = schema as {
    type?: string;
    properties?: Record<string, unknown>;
    items?: unknown;
    anyOf?: unknown[];
    format?: string;
    pattern?: string;
    enum?: unknown[];
  };
  if (properties) return Object.entries(properties).flatMap(([key, one]) => textsIn(one, key));
  if (items) return textsIn(items, name);
  if (anyOf) return anyOf.flatMap((one) => textsIn(one, name));
  return type === 'string' && !format && !pattern && !choices ? [name] : [];
}

test('every text that everybody can read about people has a word in the privacy policy', () => {
  const names = [getNeed, listNeeds, getImpact].flatMap(({ response }) =>
    textsIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })),
  );
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(publicTexts).toSorted());
  for (const [name, place] of Object.entries(publicTexts)) {
    if (place !== null)
      expect([name, textOf(place[0])]).toEqual([name, expect.stringContaining(place[1])]);
  }
});
