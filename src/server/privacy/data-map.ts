import { type RawBuilder, sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { erasedAddress } from '#core/people/erased.ts';
import type { StoredDataPart } from '#core/privacy/stored-data.ts';
import { giftAidYearsKept } from '#core/receipts/gift-aid.ts';
import { addressesIn as addressesAmong, type Word } from '#server/privacy/words.ts';

/*
 * Every column with personal data, whose the rows are, where addresses of people stand, what an erasure does to each
 * (decision 0030), and where the privacy policy says that it is stored. Erasing, the preview of it, and the archive about a
 * person all follow from this map, so that a column that is added here is covered by all of them.
 *
 * Adding a column takes its name and one of the words below. Tests name every column that has none, and every one that
 * the policy has no word about.
 */

/** What belongs to one or several people, by ids and addresses. */
export interface PersonScope {
  /** Records of donors, also those that were joined into others. */
  donors: string[];
  donations: string[];
  /** Nominations that they made, or that are erased because of their age. */
  nominations: string[];
  /** Those of them that never were accepted: nothing about the nominee stays, either. */
  unacceptedNominations: string[];
  /** Offers of time that were asked for by their ids: somebody may have told a phone number alone. */
  offers: string[];
  /** In lower case. */
  addresses: string[];
  /** What is blacked out wherever somebody of the team may have written it: names, addresses, and phone numbers. */
  words: Word[];
  /** Last names. Others may have them as well, so what has one of them is only shown to whoever erases. */
  lastNames: string[];
  /** Names that are too short to be looked for in texts. */
  shortNames: string[];
}

type Sql = RawBuilder<unknown>;

/** What a column holds, what becomes of it, and where the privacy policy says that it is stored. */
export type ColumnRule = Fate & {
  /**
   * The words of the policy for it, where they are not its name; they may stand in another part than those of its
   * table. Null for what only a program reads: neither the policy nor the preview names it.
   */
  policy?: string | [StoredDataPart, string] | null;
  /** What the preview calls it, where its name says too little. */
  inWords?: string;
};

type Fate =
  /** Ids, states, names of our own, and texts of programs. */
  | { is: 'nothing' }
  /** Secrets and their hashes, which nobody can turn back. They leave with their row, and no archive has them. */
  | { is: 'secret' }
  /** About people of the team, whose accounts end on the page "Users". */
  | { is: 'team' }
  /** Leaves with its row. In rows of others, a text that anybody types may mention somebody as well. */
  | { is: 'gone'; mayMention?: true }
  /** Becomes something that says nothing. In rows of others, it may mention somebody, or the texts at these paths of its JSON. */
  | {
      is: 'replaced';
      value: (scope: PersonScope) => Sql;
      isEmptied?: boolean;
      mayMention?: true | string[][];
    }
  /** May mention somebody, or its texts at these paths: their names and addresses are blacked out, wherever they stand. */
  | { is: 'mentions'; at?: string[][] }
  /** Stays, for a reason that the preview tells. */
  | { is: 'kept'; why: string };

/** A table with personal data. */
export interface TableRule {
  /** The part of the privacy policy that is about it. */
  part: StoredDataPart;
  /** What its rows are, in words. */
  title: string;
  /** The rows that belong to somebody by ids. Without these and addresses, the table is only searched for words. */
  rows?: (scope: PersonScope) => Sql;
  /**
   * Where addresses of people stand in its rows, as SQL. Whoever has one is somebody, and is recognized after a restore;
   * and the rows with it are theirs.
   */
  addresses?: Sql[];
  /** Whether the rows are theirs by ids alone: whoever reads an address that a donor had before may be somebody else. */
  isByIdsAlone?: true;
  /**
   * What whoever a row belongs to is called there, and their phone number: the team may have written both anywhere. A
   * `nickname` stands where anything can be typed, such as "Grandma", and counts only where the id `within` stands.
   */
  called?: (scope: PersonScope) => {
    name?: Sql;
    lastName?: Sql;
    nickname?: Sql;
    within?: Sql;
    phone?: Sql;
  };
  /** Whether no column tells that a row was erased which stays: it was not while a text is there that becomes empty. */
  saysMore?: true;
  /** The nomination that a row is about, where it does not have its id. */
  nomination?: Sql;
  /** Whether everybody can read a text of a row, which then has a `nomination_id`, or the next. */
  isShown?: Sql;
  /** The page of the admin area where a text is changed that is about no nomination. */
  changedAt?: string;
  /** Whether the database lets nothing but words of somebody who is erased leave its rows. */
  isAppendOnly?: true;
  /** Whether its rows leave; otherwise they stay with other contents. */
  rowsLeave?: true;
  /**
   * Those of them that belong to somebody else, who named this person: what of them an archive has, by name. The rest is
   * of whoever named them.
   */
  ofOthers?: { rows: (scope: PersonScope) => Sql; shown: Record<string, Sql> };
  /** Whether they are about the nominee alone, such as what the team thinks: no nominator's archive has them. */
  isOfNominee?: true;
  columns: Record<string, ColumnRule>;
}

const table = (
  part: StoredDataPart,
  title: string,
  rule: Omit<TableRule, 'part' | 'title'>,
): TableRule => ({ part, title, ...rule });
/** With the words of the policy for a column, and what the preview calls it. */
const said = (policy: ColumnRule['policy'], rule: ColumnRule, inWords?: string): ColumnRule => ({
  ...rule,
  policy,
  ...(inWords !== undefined && { inWords }),
});
const nothing: ColumnRule = { is: 'nothing' };
const secret: ColumnRule = { is: 'secret' };
const team: ColumnRule = { is: 'team' };
const gone: ColumnRule = { is: 'gone' };
/** Leaves with its row, and may mention somebody in rows of others. */
const typed: ColumnRule = { is: 'gone', mayMention: true };
const mentions: ColumnRule = { is: 'mentions' };
/** What the charity says of itself; who it is, who signs, and where money is sent to stays. */
const mentionsInSettings: ColumnRule = {
  is: 'mentions',
  at: [
    ['howWeWork'],
    ['nominees', 'otherHelp'],
    ...['withoutGoods', 'withGoods', 'closing'].map((text) => ['receipts', 'texts', text]),
  ],
};
const kept = (why: string): ColumnRule => ({ is: 'kept', why });
/** The same rule for each of these columns. */
const all = (rule: ColumnRule, ...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, rule]));
const becomesSql = (value: Sql) => ({ is: 'replaced' as const, value: () => value });
const becomesNull = becomesSql(sql`null`);
const becomes = (value: string) => ({ ...becomesSql(sql`${value}`), isEmptied: value === '' });
/** Becomes that, and may mention somebody in rows of others. */
const typedBecomes = (value: Sql) => ({ ...becomesSql(value), mayMention: true as const });
const emptied = { ...typedBecomes(sql`''`), isEmptied: true };
/** What only a program reads. */
const unsaid = (value: Sql) => said(null, becomesSql(value));
const named = (first: string, last: string) => ({
  first_name: said('name', becomes(first)),
  last_name: said('name', becomes(last)),
});
/** Of an accepted nomination it stays. */
const unlessAccepted = (column: string, value: Sql): ColumnRule => ({
  is: 'replaced',
  value: ({ unacceptedNominations: ids }) =>
    sql`case when ${sql.id('id')} = any(${ids}::uuid[]) then ${value} else ${sql.id(column)} end`,
});

const oneOf = (column: string, ids: string[]) => sql`${sql.id(column)} = any(${ids}::uuid[])`;
const changesOf = ({ donors }: PersonScope) =>
  sql`(${oneOf('donor_id', donors)} or ${oneOf('other_id', donors)})`;
/** Those that count for somebody, or did: also what a donation was given with, and what a correction replaced. */
const addressesEver = ({ addresses, words }: PersonScope) => [
  ...addresses,
  ...addressesAmong(words),
];
const ofOffers = (scope: PersonScope) =>
  sql`offer_id in (select id from volunteer_offers where ${rowsOf(dataMap.volunteer_offers, scope)})`;
/** Whether a checkout is of somebody, and does not only name them. */
const checkoutOf = ({ donations, addresses }: PersonScope) =>
  sql`(id = any(${donations}::uuid[]) or coalesce(lower(details ->> 'email') = any(${addresses}), false))`;
const fullName = () => ({ name: sql`first_name || ' ' || last_name`, lastName: sql`last_name` });
const inJson = (column: string) => ({
  name: sql`concat_ws(' ', ${sql.id(column)} ->> 'firstName', ${sql.id(column)} ->> 'lastName')`,
  lastName: sql`${sql.id(column)} ->> 'lastName'`,
  phone: sql`${sql.id(column)} ->> 'phone'`,
});
/** Whom a donor named beside the donation. */
const namedAs = (name: string, email: string) => (scope: PersonScope) => ({
  nickname: sql`case when lower(${sql.id(email)}) = any(${scope.addresses}) then ${sql.id(name)} end`,
  within: sql`donation_id`,
});
const noAddress = sql`id::text || ${erasedAddress('')}`;
const inMoneyRecords = 'part of a record of money, and we have to account for every cent';
const reasonInBooks = said(['records', 'reason'], kept(inMoneyRecords));
const underLaw = 'the record of a payment, which the law requires us to keep';
const paymentNumber = said(
  'number for the payment',
  kept(underLaw),
  'numbers at the payment provider',
);
const subscriptionNumber = said(
  'numbers for you and for your subscription',
  kept(underLaw),
  'numbers at the payment provider',
);
/** A fingerprint of it. */
const network = said('network', becomesNull, 'the network that it came from');

const asDeclaration =
  'a Gift Aid declaration; who declared is kept, too, for 6 years after the last claim that relies on it, because the tax office may ask for it';
const asReceipt = 'a receipt for taxes, of which the law requires us to keep a copy';

/** What becomes of a column of a declaration: it stays while a claim of the last years relies on it. */
function unlessClaimed(column: string, erased: string): Sql {
  return sql`case when gift_aid_needed(id, ${giftAidYearsKept}::int) then ${sql.ref(column)} else ${erased} end`;
}

/** Every table that holds personal data, in the order in which an erasure works through it. */
export const dataMap: Record<string, TableRule> = {
  donor_links: table('links', 'Links to all donations of an address', {
    addresses: [sql`email`],
    rowsLeave: true,
    columns: { email: gone, token_hash: secret },
  }),
  donation_links: table('links', 'Private links to donations', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    rowsLeave: true,
    columns: { token_hash: secret },
  }),
  // Before the mails, which tell whether one has left.
  donor_mailing_recipients: table('updates', 'Emails to several donors', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    columns: {
      // What has not left does not leave anymore.
      left_out_at: unsaid(
        sql`coalesce(left_out_at, case when not exists (select from donor_mails
          where job_id = donor_mailing_recipients.id and left_at is not null) then now() end)`,
      ),
    },
  }),
  donor_mails: table('donate', 'Emails about donations', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    // While a correction counted that was taken back, it went to somebody else.
    ofOthers: {
      rows: (scope) => sql`lower(recipient) <> all(${addressesEver(scope)})`,
      shown: { created_at: sql`created_at` },
    },
    rowsLeave: true,
    columns: { recipient: said('to which address', gone), subject: typed },
  }),
  statement_links: table('links', 'Links to statements', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    rowsLeave: true,
    columns: { token_hash: secret },
  }),
  // Before the mails, which tell whether one has left.
  statement_recipients: table('receipts', 'Statements by email', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    columns: {
      // What has not left does not leave anymore.
      left_out_at: unsaid(sql`coalesce(left_out_at, case when queued_at is null then now() end)`),
    },
  }),
  donation_receipts: table('receipts', 'Receipts for taxes', {
    rows: ({ donations, donors }) =>
      sql`(${oneOf('donation_id', donations)} or in_kind_id in (select id from in_kind_donations
        where ${oneOf('donor_id', donors)}))`,
    columns: {
      donor_name: said('name', kept(asReceipt)),
      donor_address: said('postal address', kept(asReceipt)),
      document: said('copy of each receipt', kept(asReceipt)),
      end_reason: said('replaced or ended', kept(asReceipt)),
      ...all(nothing, 'number', 'profile', 'state', 'pdf_sha256', 'copy_sha256'),
      issued_by: team,
      ended_by: team,
      pdf_key: secret,
      copy_key: secret,
    },
  }),
  gift_aid_declarations: table('receipts', 'Gift Aid declarations', {
    // What a claim relies on is needed as long as the tax office may ask for it; `eraseOldDeclarations` erases it then.
    rows: ({ donors }) => oneOf('donor_id', donors),
    called: fullName,
    columns: {
      title: becomesSql(unlessClaimed('title', '')),
      first_name: said('name', becomesSql(unlessClaimed('first_name', 'Erased'))),
      last_name: said('name', becomesSql(unlessClaimed('last_name', 'donor'))),
      house: becomesSql(unlessClaimed('house', '-')),
      address: becomesSql(unlessClaimed('address', '')),
      postcode: becomesSql(unlessClaimed('postcode', '')),
      wording: kept(asDeclaration),
      charity_name: nothing,
      made: nothing,
      recorded_by: team,
      withdrawn_by: team,
    },
  }),
  gift_aid_claims: table('receipts', 'Gift Aid claims', {
    columns: { reference: nothing, undone_reason: mentions },
  }),
  donation_goods: table('donate', 'What donors got in return', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    columns: { description: mentions, set_by: team },
  }),
  donor_change_links: table('donate', 'Links to stop a change of an address', {
    rows: (scope) => sql`change_id in (select id from donor_changes where ${changesOf(scope)})`,
    rowsLeave: true,
    columns: { token_hash: secret },
  }),
  donor_changes: table('donate', 'Corrections and joins that can be taken back', {
    rows: changesOf,
    addresses: [sql`email`],
    isByIdsAlone: true,
    // What was taken back names whoever else it took for the same person, and what replaced it may have their address.
    ofOthers: {
      rows: (scope) =>
        sql`(taken_back_at is not null or lower(email) <> all(${addressesEver(scope)}))`,
      shown: {
        kind: sql`kind`,
        created_at: sql`created_at`,
        taken_back_at: sql`taken_back_at`,
      },
    },
    rowsLeave: true,
    // Of a donor who has another address by now: whoever reads the former one may be somebody else.
    columns: {
      ...all(said('name', gone), 'first_name', 'last_name'),
      email: typed,
      kept: said('former name and address', typed),
      kind: nothing,
    },
  }),
  donor_notes: table('donate', 'Notes of the team', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    rowsLeave: true,
    columns: { text: said('such notes', typed) },
  }),
  dedications: table('dedication', 'Dedications, and who is told of them', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    addresses: [sql`recipient_email`],
    ofOthers: {
      rows: ({ donations }) => sql`donation_id <> all(${donations}::uuid[])`,
      // What they were told, and nothing of what they were not: a surprise stays one, and so does who gave.
      shown: {
        recipient_name: sql`recipient_name`,
        recipient_email: sql`recipient_email`,
        sent_at: sql`sent_at`,
        kind: sql`case when sent_at is not null then kind end`,
        honoree: sql`case when sent_at is not null then honoree end`,
        message: sql`case when sent_at is not null then message end`,
      },
    },
    called: namedAs('recipient_name', 'recipient_email'),
    columns: {
      // Whoever is told keeps no donor from being honored.
      honoree: said('whom it honors or remembers', {
        is: 'replaced',
        value: ({ donations }) =>
          sql`case when donation_id = any(${donations}::uuid[]) then 'Erased' else honoree end`,
      }),
      ...all(said('name and email address', becomesNull), 'recipient_name', 'recipient_email'),
      message: emptied,
      stopped_why: said(
        'no more of them',
        becomesSql(sql`case when sent_at is null then 'erased' else stopped_why end`),
        'why the email did not leave',
      ),
      network,
      token_hash: secret,
      mailbox_hash: secret,
      kind: nothing,
    },
  }),
  expected_donations: table('employer', 'Donations that employers and funds are expected to make', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    addresses: [sql`adviser_email`],
    called: namedAs('adviser_name', 'adviser_email'),
    columns: {
      organization: said(
        'name of your employer',
        kept('who gave is part of the accounts, and an employer is no person'),
      ),
      adviser_name: said(
        'name and email address of its adviser',
        becomesSql(sql`case when adviser_name is not null then '' end`),
      ),
      adviser_email: said('name and email address of its adviser', becomesNull),
      note: emptied,
      kind: nothing,
      state: nothing,
    },
  }),
  public_comments: table('comment', 'What donors say in public', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    isShown: sql`state = 'approved'`,
    changedAt: adminPaths.comments,
    rowsLeave: true,
    columns: { text: said('words', typed), state: nothing },
  }),
  checkouts: table('unpaid', 'Donations that were started', {
    rows: ({ donations }) => oneOf('id', donations),
    addresses: [sql`details ->> 'email'`, sql`wishes #>> '{dedication,recipient,email}'`],
    ofOthers: {
      rows: (scope) => sql`not ${checkoutOf(scope)}`,
      shown: { who_would_be_told: sql`wishes #> '{dedication,recipient}'` },
    },
    called: (scope) => ({
      name: sql`case when ${checkoutOf(scope)} then ${inJson('details').name} end`,
      lastName: sql`case when ${checkoutOf(scope)} then ${inJson('details').lastName} end`,
      nickname: sql`case when not ${checkoutOf(scope)} then wishes #>> '{dedication,recipient,name}' end`,
      within: sql`id`,
      phone: sql`case when ${checkoutOf(scope)} then ${inJson('details').phone} end`,
    }),
    columns: {
      // Whoever would be told of a donation keeps nobody from giving it, nor from what else they wish.
      wishes: {
        is: 'replaced',
        value: (scope) =>
          sql`case when not ${checkoutOf(scope)} then wishes || jsonb_build_object('dedication',
            wishes -> 'dedication' || '{"recipient":null,"message":"","tellsName":false,"sendOn":null}') end`,
        mayMention: [['comment'], ['dedication', 'message']],
      },
      details: {
        is: 'replaced',
        value: (scope) => sql`case when not ${checkoutOf(scope)} then details end`,
        mayMention: [['description']],
        policy: 'what you typed',
        inWords: 'what was typed',
      },
      network,
      // Computed from everything that was typed.
      request_hash: unsaid(sql`id::text`),
      ...all(nothing, 'idempotency_key', 'provider', 'session_id', 'status', 'url'),
    },
  }),
  refunds: table('donate', 'Refunds', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    columns: {
      reason: mentions,
      refusal: mentions,
      requested_by: team,
      payment_intent_id: paymentNumber,
      ...all(nothing, 'provider', 'refund_id', 'status'),
    },
  }),
  disputes: table('donate', 'Disputes', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    columns: {
      ...all(nothing, 'dispute_id', 'provider', 'status'),
      payment_intent_id: paymentNumber,
    },
  }),
  allocations: table('donate', 'What donations were allocated to', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    columns: {},
  }),
  ledger_entries: table('donate', 'Entries of the ledger', {
    rows: ({ donations }) => oneOf('donation_id', donations),
    columns: {
      actor: team,
      reason: reasonInBooks,
      ...all(nothing, 'source', 'kind', 'from_place', 'to_place'),
      hash: secret,
    },
  }),
  donations: table('donate', 'Donations', {
    rows: ({ donations }) => oneOf('id', donations),
    called: () => ({ ...fullName(), phone: sql`phone` }),
    columns: {
      ...named('Erased', 'donor'),
      email: becomesSql(sql`donor_id::text || ${erasedAddress('')}`),
      phone: becomes(''),
      zip: becomes(''),
      postal_address: becomes(''),
      description: { ...emptied, inWords: 'the message' },
      is_available_to_volunteer_time: said(
        'offer to volunteer',
        becomesSql(sql`false`),
        'the offer of time',
      ),
      payment_intent_id: paymentNumber,
      invoice_id: paymentNumber,
      ...all(nothing, 'provider', 'source', 'released_from_bound_why'),
    },
  }),
  in_kind_donations: table('things', 'Donations in kind', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    columns: {
      ...all(mentions, 'description', 'public_text', 'void_reason'),
      value_from: nothing,
      recorded_by: team,
      voided_by: team,
    },
  }),
  plan_links: table('plan', 'Private links to recurring donations', {
    rows: ({ donors }) => sql`plan_id in (select id from plans where ${oneOf('donor_id', donors)})`,
    rowsLeave: true,
    columns: { token_hash: secret, scope: nothing },
  }),
  plan_adoptions: table('plan', 'Subscriptions that were taken over', {
    columns: { subscription_id: subscriptionNumber, remark: nothing, state: nothing },
  }),
  // The provider has confirmed before that they have ended.
  plans: table('plan', 'Recurring donations', {
    rows: ({ donors }) => oneOf('donor_id', donors),
    called: () => inJson('details'),
    columns: {
      details: said(
        'details as you typed them',
        { ...becomesNull, mayMention: [['description']] },
        'what was typed',
      ),
      card_brand: said('brand of your card', becomesNull, 'brand of the card'),
      card_last4: said('last four digits', becomesNull, 'its last four digits'),
      card_expires: said('when it expires', becomesNull, 'when it expires'),
      last_failure_code: said('why a payment failed', becomesNull, 'why a payment failed'),
      subscription_id: subscriptionNumber,
      customer_id: subscriptionNumber,
      ...all(nothing, 'failing_invoice_id', 'team_change_to', 'interval', 'state', 'ended_why'),
      // What of it the team changed, without a name.
      team_change: nothing,
    },
  }),
  plan_move_plans: table('plan', 'Recurring donations that the team moves to another cause', {
    rows: ({ donors }) => sql`plan_id in (select id from plans where ${oneOf('donor_id', donors)})`,
    columns: { outcome: nothing },
  }),
  plan_events: table('plan', 'What happened to recurring donations', {
    rows: ({ donors }) => sql`plan_id in (select id from plans where ${oneOf('donor_id', donors)})`,
    columns: {
      actor: team,
      why: kept(inMoneyRecords),
      kind: nothing,
      interval: nothing,
    },
  }),
  donors: table('donate', 'Donor', {
    rows: ({ donors }) => oneOf('id', donors),
    addresses: [sql`email`],
    isByIdsAlone: true,
    called: fullName,
    columns: {
      ...named('Erased', 'donor'),
      email: becomesSql(noAddress),
      formerly: said('former name and address', becomes(''), 'former names and addresses'),
      postal_address: becomes(''),
      erased_at: unsaid(sql`now()`),
      // Computed from the others.
      searched: nothing,
    },
  }),
  followers: table('follow', 'Needs that are followed', {
    addresses: [sql`email`],
    rowsLeave: true,
    columns: { email: gone, token_hash: secret },
  }),
  mail_opt_outs: table('updates', 'The wish to get no updates', {
    addresses: [sql`email`],
    rowsLeave: true,
    columns: { email: gone },
  }),
  unsubscribe_links: table('updates', 'Links that stop updates', {
    addresses: [sql`email`],
    columns: { email: becomesNull, token_hash: secret },
  }),
  update_recipients: table('updates', 'Updates by email', {
    addresses: [sql`email`],
    columns: {
      email: becomesSql(sql`id::text`),
      first_name: said('name', becomes('')),
      // What was not written yet is not written anymore.
      queued_at: unsaid(sql`coalesce(queued_at, now())`),
      role: nothing,
    },
  }),
  tracking_links: table('nominate', 'Private links to nominations', {
    rows: ({ nominations }) => oneOf('nomination_id', nominations),
    rowsLeave: true,
    columns: { token_hash: secret },
  }),
  answer_files: table('nominate', 'Files sent with answers', {
    rows: ({ nominations }) =>
      sql`answer_id in (select answers.id from answers join questions on questions.id = question_id
        where nomination_id = any(${nominations}::uuid[]))`,
    rowsLeave: true,
    columns: {},
  }),
  answers: table('nominate', 'Answers of the nominator', {
    nomination: sql`(select nomination_id from questions where questions.id = question_id)`,
    rows: ({ nominations }) =>
      sql`question_id in (select id from questions where nomination_id = any(${nominations}::uuid[]))`,
    rowsLeave: true,
    columns: { text: said('answers', typed) },
  }),
  questions: table('nominate', 'Questions to the nominator', {
    rows: ({ nominations }) => oneOf('nomination_id', nominations),
    rowsLeave: true,
    columns: { text: said('what we asked', typed) },
  }),
  appeal_files: table('nominate', 'Files sent with appeals', {
    rows: ({ nominations }) =>
      sql`appeal_id in (select id from appeals where nomination_id = any(${nominations}::uuid[]))`,
    rowsLeave: true,
    columns: {},
  }),
  appeals: table('nominate', 'Appeals of the nominator', {
    rows: ({ nominations }) => oneOf('nomination_id', nominations),
    rowsLeave: true,
    columns: { text: said('appeal', typed), outcome: nothing },
  }),
  nomination_decisions: table('nominate', 'Decisions', {
    rows: ({ nominations }) => oneOf('nomination_id', nominations),
    columns: {
      letter: said('what we wrote to you', typedBecomes(sql`null`)),
      note: emptied,
      ...all(nothing, 'action', 'reason', 'status_before'),
    },
  }),
  checklists: table('nominee', 'Checklists with what was found out', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { kind: nothing },
  }),
  checklist_points: table('nominee', 'Points of checklists', {
    columns: { proof: mentions, state: nothing, text: nothing },
  }),
  reviews: table('nominee', 'Recommendations', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { reason: mentions, recommendation: nothing },
  }),
  conflicts: table('nominee', 'Conflicts of interest', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { reason: mentions },
  }),
  nomination_notes: table('nominee', 'Notes of the team about a nomination', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { text: mentions },
  }),
  consent_links: table('nominee', 'Private links to a consent', {
    rows: ({ unacceptedNominations }) =>
      sql`request_id in (
        select id from consent_requests where nomination_id = any(${unacceptedNominations}::uuid[]))`,
    rowsLeave: true,
    isOfNominee: true,
    columns: { token_hash: secret },
  }),
  consent_requests: table('nominee', 'Requests for consent', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { asked_as: nothing, channel: nothing, code_hash: secret },
  }),
  consents: table('nominee', 'Consents', {
    // That of an accepted nomination is what its public page rests on.
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    called: () => ({ nickname: sql`given_by`, within: sql`nomination_id` }),
    columns: {
      ...all(nothing, 'answer', 'method', 'relation'),
      given_by: said('who answered for you', gone),
      relation_text: said('related to you', typed),
    },
  }),
  consent_corrections: table('nominee', 'Corrections that the nominee asked for', {
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    isOfNominee: true,
    columns: { text: said('what you asked us to correct', typed) },
  }),
  volunteer_thanks: table('time', 'Thanks for time', {
    rows: (scope) => ofOffers(scope),
    columns: {
      recipient: said('email address', becomes('')),
      text: said('what we wrote', emptied),
    },
  }),
  volunteer_hours: table('time', 'Hours of volunteers', {
    rows: (scope) => ofOffers(scope),
    columns: {
      what: said('what you did', emptied),
      undone_reason: said(
        'reason',
        typedBecomes(sql`case when undone_reason is not null then '' end`),
      ),
    },
  }),
  volunteer_offers: table('time', 'Offers of time', {
    // Also those that the team entered, for somebody with the same address.
    rows: ({ donors, donations, offers }) =>
      sql`(${oneOf('donor_id', donors)} or ${oneOf('donation_id', donations)} or ${oneOf('id', offers)})`,
    addresses: [sql`email`],
    saysMore: true,
    called: () => ({ ...fullName(), phone: sql`phone` }),
    columns: {
      ...named('', ''),
      email: becomes(''),
      phone: becomes(''),
      notes: said('note', emptied),
      // Computed from the others.
      person: nothing,
      searched: nothing,
      state: nothing,
    },
  }),
  donor_mailings: table('updates', 'Emails to several donors', {
    columns: { subject: mentions, text: mentions },
  }),
  public_pages: table('nominee', 'Public pages, and drafts of them', {
    isShown: sql`is_published`,
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    rowsLeave: true,
    columns: {
      ...all(said('name over it', gone), 'public_name', 'shown_name'),
      ...all(said('summary', typed), 'summary', 'shown_summary'),
      ...all(said('story', typed), 'story', 'shown_story'),
      state: nothing,
    },
  }),
  files: table('nominee', 'Papers and other files', {
    isShown: sql`is_published`,
    // Those of the team about an accepted nomination show how it was checked, and what its nominee agreed to.
    rows: ({ nominations, unacceptedNominations }) =>
      sql`((kind = 'paper' and created_by is null and nomination_id = any(${nominations}::uuid[]))
        or nomination_id = any(${unacceptedNominations}::uuid[]))`,
    rowsLeave: true,
    columns: {
      alternative_text: said('description for people who cannot see it', typed),
      caption: typed,
      consent_by: said('who, to what, and until when', gone),
      consent_scope: said('who, to what, and until when', typed),
      original_name: said('file names', typed),
      ...all(nothing, 'failure', 'kind', 'media_type', 'redactions', 'state'),
      original_key: secret,
      sha256: secret,
    },
  }),
  nominations: table('nominate', 'Nominations', {
    rows: ({ nominations }) => oneOf('id', nominations),
    addresses: [sql`email`],
    isByIdsAlone: true,
    columns: {
      ...named('Erased', 'nominator'),
      email: becomesSql(noAddress),
      phone: becomes(''),
      zip: becomes(''),
      description: { ...emptied, inWords: 'the message' },
      nominee: {
        ...unlessAccepted('nominee', sql`${'Erased nominee'}`),
        inWords: 'the nominee (if it was not accepted)',
      },
      nominee_knows: said('whether they know of it', becomesNull, 'whether the nominee knows'),
      // Nobody decides about what nobody can read anymore.
      is_rejected: said(null, unlessAccepted('is_rejected', sql`true`)),
      erased_at: unsaid(sql`now()`),
      ...all(nothing, 'consent_said', 'reference', 'searched', 'urgency', 'vetting_state'),
    },
  }),
  nomination_corrections: table('nominate', 'What nominations said before they were corrected', {
    rows: ({ nominations }) => oneOf('nomination_id', nominations),
    rowsLeave: true,
    called: () => ({
      ...fullName(),
      nickname: sql`nominee`,
      within: sql`nomination_id`,
      phone: sql`phone`,
    }),
    columns: {
      ...all(said('name', gone), 'first_name', 'last_name'),
      ...all(gone, 'phone', 'zip'),
      nominee: said('what it said before', gone),
      nominee_knows: said('whether they know of it', gone),
      reason: said('and why', typed),
      ...all(nothing, 'facts', 'urgency'),
    },
  }),
  test_donations: table('donate', 'Test donations', {
    addresses: [sql`email`],
    called: fullName,
    columns: {
      ...named('Erased', 'donor'),
      email: becomesSql(noAddress),
      allocations: mentions,
      cause: nothing,
    },
  }),
  dead_mails: table('write', 'Undelivered emails, and messages of the contact form among them', {
    // Those to somebody and from them, and those in which they told somebody of a donation: these name others, too, whom
    // only the donor brought in. In others, what they say about them is blacked out.
    addresses: [sql`mail ->> 'to'`, sql`mail ->> 'replyTo'`],
    rows: ({ words, donations }) => {
      const own = addressesAmong(words);
      return sql`(lower(mail ->> 'to') = any(${own}) or lower(mail ->> 'replyTo') = any(${own})
        or job_id in (select mail_id from dedications where donation_id = any(${donations}::uuid[])))`;
    },
    rowsLeave: true,
    columns: { error: mentions, mail: mentions },
  }),
  month_locks: table('records', 'Locked months', {
    columns: { unlocked_reason: mentions, figures: nothing },
  }),
  alerts: table('records', 'Alerts', {
    columns: {
      message: mentions,
      title: mentions,
      key: nothing,
      path: nothing,
      settled_by: team,
    },
  }),
  causes: table('records', 'Descriptions of causes', {
    isShown: sql`cause_state = 'open'`,
    changedAt: adminPaths.causes,
    // A cause keeps its name, of which every text may speak.
    columns: { cause_description: mentions, ...all(nothing, 'cause_state', 'name') },
  }),
  checklist_versions: table('records', 'Points of checklists', {
    isAppendOnly: true,
    columns: { points: mentions, actor: team, kind: nothing },
  }),
  settings_versions: table('records', 'Texts in the settings, and in their versions', {
    isAppendOnly: true,
    isShown: sql`version = (select max(version) from settings_versions)`,
    changedAt: adminPaths.settings,
    columns: { ...all(mentionsInSettings, 'before', 'after'), actor: team },
  }),
  approvals: table('records', 'What a second person was asked about', {
    columns: {
      ...all(mentions, 'answer', 'facts', 'request'),
      ...all(nothing, 'call', 'kind', 'request_key', 'status'),
      fingerprint: secret,
    },
  }),
  exports: table('records', 'Exports of the team', {
    columns: {
      filter: mentions,
      ...all(nothing, 'columns', 'format', 'list', 'sha256', 'state'),
      storage_key: secret,
    },
  }),
  balance_transactions: table('donate', 'Moves of the balance at the payment provider', {
    columns: {
      ...all(nothing, 'payout_id', 'category', 'fee_parts', 'id', 'provider', 'type'),
      payment_intent_id: paymentNumber,
    },
  }),
  operations_entries: table('donate', 'What payments cost', {
    columns: {
      actor: team,
      balance_transaction_id: nothing,
      kind: nothing,
      reason: reasonInBooks,
    },
  }),
  payment_events: table('records', 'Reports of the payment provider', {
    columns: {
      note: mentions,
      ...all(nothing, 'event_id', 'outcome', 'provider', 'type'),
    },
  }),
  unbooked_objects: table('records', 'Payments that could not be booked', {
    columns: { reason: mentions, kind: nothing, object_id: nothing, provider: nothing },
  }),
  expenses: table('records', 'Expenses', {
    columns: {
      payee: said('who was paid', kept('who was paid is part of the accounts')),
      purpose: said('what was bought', kept('what was bought is part of the accounts')),
      undone_reason: mentions,
      ...all(nothing, 'receipt_kind', 'undone_receipts'),
      // Computed from the others.
      searched: secret,
    },
  }),
  // Before the addresses, which tell whose files these are.
  imports: table('moved', 'Files with donations of an earlier system', {
    rows: ({ addresses }) =>
      sql`storage_key is not null and id in (
        select import_id from import_addresses where email = any(${addresses}))`,
    // Others stand in a file, too, and its titles and words may be theirs.
    ofOthers: {
      rows: () => sql`true`,
      shown: { file_name: sql`file_name`, created_at: sql`created_at` },
    },
    columns: {
      // The file is deleted, so nobody reads it again. What was read from it can still be imported, without them.
      storage_key: said('file', becomesNull, 'the file'),
      state: unsaid(sql`case when state = 'checking' then 'uploaded' else state end`),
      // Whoever is at it has not seen this, and a check that is under way stops.
      revision: unsaid(sql`revision + 1`),
      problem: unsaid(sql`'This file was deleted because somebody in it was erased. ' ||
        case when state in ('uploaded', 'checking') then 'Upload a copy without them.'
          else 'What was checked before can still be imported; for the rest, upload a copy without them.' end`),
      taken_back_reason: reasonInBooks,
      ...all(mentions, 'file_name', 'titles', 'unknown_words'),
      ...all(nothing, 'causes', 'warnings', 'guess', 'mapping', 'sha256'),
    },
  }),
  import_addresses: table('moved', 'Addresses in files of donations that are not imported', {
    addresses: [sql`email`],
    rowsLeave: true,
    columns: { email: gone },
  }),
  import_lines: table('moved', 'Lines of imports', {
    // Once it is imported, the donation has who gave, and the line nothing of it.
    addresses: [sql`donation ->> 'email'`],
    called: () => inJson('donation'),
    columns: {
      donation: {
        ...becomesSql(
          sql`donation || ${JSON.stringify({ firstName: 'Erased', lastName: 'donor', email: '', phone: '', zip: '', note: '' })}::jsonb`,
        ),
        // Of somebody else's. What else stands there is booked as it is, such as a cause with the same name.
        mayMention: [['note']],
        policy: 'donations',
      },
      external_id: said('its number in that system', kept(underLaw)),
      // Computed from everything that the line says.
      sha256: secret,
      // It quotes what cannot be read.
      remark: mentions,
      outcome: nothing,
      system: nothing,
    },
  }),
  deposit_lines: table('transfer', 'Lines of deposits', {
    // Once it is confirmed, the donation has who gave, and the line nothing of it.
    addresses: [sql`email`],
    called: fullName,
    columns: {
      ...named('Erased', 'donor'),
      email: becomes(''),
      note: emptied,
      check_number: said('number of the check', kept(underLaw)),
      returned_reason: reasonInBooks,
      kind: nothing,
      returned_as: nothing,
    },
  }),
  expected_transfers: table('transfer', 'Bank transfers that were announced', {
    addresses: [sql`email`],
    rowsLeave: true,
    called: fullName,
    columns: {
      ...all(said('name', gone), 'first_name', 'last_name'),
      email: gone,
      reference: nothing,
    },
  }),
  deposits: table('transfer', 'Deposits', {
    columns: {
      title: said(['records', 'entry in our books'], kept(inMoneyRecords)),
      sent_back_reason: reasonInBooks,
      state: nothing,
    },
  }),
  bank_accounts: table('records', 'Names of bank accounts', {
    columns: { name: mentions, ...all(nothing, 'csv_mapping', 'csv_titles', 'number') },
  }),
  bank_statements: table('transfer', 'Bank statements', {
    columns: { file_name: mentions, format: nothing, sha256: nothing },
  }),
  bank_lines: table('transfer', 'Lines of bank statements', {
    columns: {
      ...all(
        said('name and the account number', kept(underLaw)),
        'counterparty',
        'counterparty_account',
      ),
      text: kept(underLaw),
      // Computed from the line.
      identity: secret,
      searched: secret,
    },
  }),
  bank_matches: table('transfer', 'What lines of bank statements are', {
    columns: {
      reason: said(['records', 'reason'], kept(underLaw)),
      kind: nothing,
      payout_move_id: nothing,
    },
  }),
  updates: table('nominee', 'Updates', {
    isShown: sql`published_at is not null`,
    rows: ({ unacceptedNominations }) => oneOf('nomination_id', unacceptedNominations),
    columns: {
      ...all(said('updates', typedBecomes(sql`'Erased'`)), 'text', 'title'),
      kind: nothing,
    },
  }),
  idempotency_keys: table('records', 'Repeated calls', {
    columns: {
      response: mentions,
      refusal: mentions,
      key: nothing,
      scope: nothing,
      // Kept for 8 days: computed from everything that was typed.
      request_hash: secret,
    },
  }),
};

/** The rows of a table that belong to somebody, as a condition; null for a table that is only searched for words. */
export function rowsOf(rule: TableRule | undefined, scope: PersonScope): Sql | null {
  const conditions = [
    ...(rule?.rows ? [rule.rows(scope)] : []),
    ...(rule?.isByIdsAlone ? [] : addressesIn(rule, scope)),
  ];
  return conditions.length === 0 ? null : either(conditions);
}

/**
 * What an erasure leaves nothing of, as a condition: rows that leave, records that are not erased yet, and addresses
 * wherever they stand.
 */
export function unerasedIn(rule: TableRule, scope: PersonScope): Sql | null {
  const { rows, rowsLeave, saysMore, columns } = rule;
  const conditions = [
    ...(rows && rowsLeave ? [rows(scope)] : []),
    ...(rows && 'erased_at' in columns ? [sql`(${rows(scope)} and erased_at is null)`] : []),
    ...(rows && saysMore ? [sql`(${rows(scope)} and ${either(textsIn(columns))})`] : []),
    ...addressesIn(rule, scope),
  ];
  return conditions.length === 0 ? null : either(conditions);
}

/** Whether there still is a text that an erasure empties, for each of them. */
function textsIn(columns: TableRule['columns']): Sql[] {
  return Object.entries(columns)
    .filter(([, rule]) => rule.is === 'replaced' && rule.isEmptied)
    .map(([name]) => sql`${sql.id(name)} <> ''`);
}

function addressesIn(rule: TableRule | undefined, { addresses }: PersonScope): Sql[] {
  return (rule?.addresses ?? []).map((at) => sql`lower(${at}) = any(${addresses})`);
}

function either(conditions: Sql[]): Sql {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** The trail is append-only: a function of the database blacks out what it may (decision 0030). */
export const auditColumns: Record<string, ColumnRule> = {
  action: nothing,
  actor: team,
  after: mentions,
  before: mentions,
  reason: mentions,
  subject_id: nothing,
};

/** Tables without personal data of donors, nominators, and nominees. */
export const otherTables: Record<string, string[]> = {
  plan_moves: ['requested_by'],
  account_tokens: ['purpose', 'token_hash'],
  address_changes: ['email'],
  attacks: ['kind'],
  blocked_mailboxes: ['mailbox_hash'],
  call_counts: ['caller', 'name'],
  change_notices: ['email', 'name', 'token_hash'],
  discarded_files: ['key'],
  erasures: ['addresses', 'donors', 'nominations', 'reason'],
  file_chunks: ['key'],
  file_copies: ['key', 'media_type', 'role', 'sha256'],
  first_steps_done: ['actor', 'step'],
  guess_counters: ['key'],
  installation: ['doubt', 'id'],
  known_browsers: ['token_hash'],
  ledger_chains: ['hash'],
  lone_moves: ['kind', 'request_key'],
  operation_marks: ['name'],
  passkey_challenges: ['challenge_hash', 'purpose'],
  passkeys: ['credential_id', 'name', 'public_key', 'rp_id', 'transports'],
  provider_links: ['issuer', 'subject'],
  // Kept by a trigger: the words of what is public.
  public_page_words: ['words'],
  reconciliations: ['provider'],
  recovery_codes: ['code_hash'],
  second_factors: ['secret'],
  sensitive_changes: ['lost_rights', 'sentence'],
  sessions: ['browser', 'token_hash'],
  site_settings: ['key', 'value'],
  used_challenges: ['signature'],
  former_users: ['first_name', 'last_name'],
  users: ['email', 'first_name', 'last_name', 'password_hash', 'roles'],
};
