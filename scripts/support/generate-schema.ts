import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { IdentifierNode, PostgresDialect, serializeFromMetadata } from 'kysely-codegen';

/** Where `npm run schema` writes the types of all tables. */
export const schemaFile = 'src/server/platform/db/generated-schema.ts';

// How both drivers read values: `readers` of src/server/platform/db/connect.ts.
const typeMapping = { int8: 'number', timestamptz: 'string', date: 'string' };

/** What the database does not say about a column, or about all columns with the same name. */
const columnTypes: Record<string, string> = {
  created_at: 'Permanent',
  'discarded_files.discarded_at': 'Permanent',
  'mail_opt_outs.since': 'Permanent',
  'payment_events.received_at': 'Permanent',
  'reset_mails.sent_at': 'Permanent',
  'test_donations.taken_out_at': 'Permanent',
  'audit_entries.reason': 'Permanent',
  'ledger_entries.reason': 'Permanent',
  'refunds.reason': 'Permanent',
  'former_users.left_on': 'PermanentDay',
  'questions.asked_at': 'Permanent',

  'alerts.announced_at': 'SetLater',
  'alerts.end_announced_at': 'SetLater',
  'alerts.settled_at': 'SetLater',
  'change_notices.ended_at': 'SetLater',
  'change_notices.objected_at': 'SetLater',
  'sensitive_changes.agreed_at': 'SetLater',
  'followers.confirmed_at': 'SetLater',
  'alerts.settled_by': 'SetLater',
  'approvals.answer': 'SetLater',
  'dead_mails.resolved_at': 'SetLater',
  'erasures.filed_at': 'SetLater',
  'donor_mails.left_at': 'SetLater',
  'donor_notes.changed_at': 'SetLater',
  'donor_mailings.stopped_at': 'SetLater',
  'donor_mailing_recipients.left_out_at': 'SetLater',
  'nomination_notes.changed_at': 'SetLater',
  'nomination_notes.removed_at': 'SetLater',
  'public_pages.published_at': 'SetLater',
  'second_factors.enabled_at': 'SetLater',
  'expenses.undone_at': 'SetLater',
  'nomination_decisions.undone_at': 'SetLater',
  'questions.closed_at': 'SetLater',
  'donation_receipts.issued_on': 'PermanentDay',
  'donation_receipts.received_on': 'PermanentDay',
  'donation_receipts.document': 'PrintedDocumentJson',
  'donation_receipts.profile': 'ReceiptProfile',
  'statement_mailings.from_day': 'PermanentDay',
  'statement_mailings.to_day': 'PermanentDay',
  'statement_links.from_day': 'PermanentDay',
  'statement_links.to_day': 'PermanentDay',
  'appeals.decided_at': 'SetLater',
  'consent_requests.answered_at': 'SetLater',
  'consent_requests.ended_at': 'SetLater',
  'consent_corrections.settled_at': 'SetLater',
  'consents.withdrawn_at': 'SetLater',
  'consents.ended_at': 'SetLater',
  'consents.reminded_at': 'SetLater',
  'nomination_decisions.mail_left_at': 'SetLater',
  'expenses.undone_reason': 'SetLater',
  'updates.published_at': 'SetLater',

  'volunteer_hours.confirmed_at': 'SetLater',
  'volunteer_hours.undone_at': 'SetLater',
  'volunteer_hours.undone_reason': 'SetLater',
  'volunteer_hours.day': 'PermanentDay',
  'volunteer_offers.thanked_at': 'SetLater',
  'volunteer_offers.person': 'KeptText',
  'volunteer_offers.searched': 'KeptText',

  'bank_accounts.csv_mapping': 'CsvMappingJson',
  'bank_accounts.csv_titles': 'CsvTitlesJson',

  'month_locks.figures': 'AgreementJson',
  'month_locks.unlocked_at': 'SetLater',
  'month_locks.unlocked_reason': 'SetLater',
  'imports.titles': 'ImportTitlesJson',
  'imports.guess': 'ImportGuessJson',
  'imports.mapping': 'ImportMappingJson',
  'imports.causes': 'ImportCausesJson',
  'imports.warnings': 'ImportWordsJson',
  'imports.unknown_words': 'ImportWordsJson',
  'import_lines.donation': 'ImportedDonationJson',

  'gift_aid_declarations.declared_on': 'PermanentDay',
  'gift_aid_claims.claimed_on': 'PermanentDay',
  'gift_aid_claims.undone_at': 'SetLater',
  'gift_aid_claims.undone_reason': 'SetLater',

  'checklist_versions.points': 'ChecklistPointsJson',

  'exports.filter': 'ExportFilterJson',
  'exports.list': 'ExportedList',

  'followers.requested_at': 'Renewed',
  'nominations.vetting_state_since': 'Renewed',
  'operation_marks.marked_at': 'Renewed',
  'public_pages.updated_at': 'Renewed',
  'causes.donation_count': 'Counted',
  'causes.nomination_count': 'Counted',
  'balance_transactions.fee_parts': 'FeePartsJson',
  'cause_totals.given_cents': 'Counted',
  'operations_totals.covered_cents': 'Counted',
  'operations_totals.donated_cents': 'Counted',
  'operations_totals.topped_up_cents': 'Counted',
  'operations_totals.costs_cents': 'Counted',
  'operations_totals.below_since': 'KeptMoment',
  'cause_totals.returned_cents': 'Counted',
  'cause_totals.allocated_cents': 'Counted',
  'cause_totals.deficit_cents': 'Counted',
  'cause_totals.spent_cents': 'Counted',
  'cause_totals.spent_before_cents': 'Counted',
  'cause_totals.visible_unspent_cents': 'Counted',
  'cause_totals.proven_cents': 'Counted',
  'public_pages.counted_cents': 'Counted',
  'public_pages.missing_cents': 'Counted',
  'public_pages.proven_cents': 'Counted',
  'public_pages.without_proof_since': 'KeptMoment',
  'expenses.proven_at': 'KeptMoment',
  'expenses.is_proven': 'KeptFlag',
  'public_pages.is_visible': 'KeptFlag',
  'nominations.consent_ends_at': 'KeptMoment',
  'nominations.stays_unnamed': 'KeptFlag',
  'public_pages.shows_name': 'KeptFlag',
  'public_pages.shows_story': 'KeptFlag',
  'public_pages.shows_photos': 'KeptFlag',
  'public_pages.shown_name': 'KeptText',
  'public_pages.shown_summary': 'KeptText',
  'public_pages.shown_story': 'KeptText',

  'ledger_entries.position': 'Counted',
  'ledger_entries.hash': 'ChainHash',
  'ledger_entries.kind': 'MoveKind',
  'ledger_entries.from_place': 'Place',
  'ledger_entries.to_place': 'Place',
  'donors.searched': 'KeptText',
  'bank_lines.searched': 'KeptText',
  'expenses.searched': 'KeptText',
  'nominations.searched': 'KeptText',
  'operation_marks.name': 'OperationName',

  'approvals.request': 'ApprovalRequestJson',
  'approvals.facts': 'ApprovalFactsJson',
  'audit_entries.before': 'AuditJson',
  'audit_entries.after': 'AuditJson',
  'checkouts.details': 'DetailsJson',
  'donor_changes.kept': 'KeptOfDonorJson',
  'checkouts.wishes': 'WishesJson',
  'plans.details': 'PlanDetailsJson',
  'dead_mails.mail': 'MailJson',
  'files.redactions': 'RedactionsJson',
  'idempotency_keys.response': 'ResponseJson',
  'idempotency_keys.refusal': 'RefusalJson',
  'test_donations.allocations': 'TestAllocationsJson',
  'settings_versions.before': 'SettingsJson',
  'settings_versions.after': 'SettingsJson',
  'site_settings.value': 'SettingJson',
  'sensitive_changes.lost_rights': 'Rights',
  'users.roles': 'Roles',
};

/** The type of `src/contract/ids.ts` of id columns whose name does not say it. Those that reference one are not listed. */
const idTypes: Record<string, string> = {
  'bank_matches.id': 'BankMatchId',
  'checklist_points.point_id': 'ChecklistPointId',
  'checkouts.id': 'DonationId',
  'dedications.mail_id': 'JobId',
  'donor_mailing_recipients.id': 'JobId',
  'nomination_decisions.id': 'DecisionId',
  'nomination_decisions.mail_id': 'JobId',
  'reviews.reviewer': 'UserId',
  'statement_recipients.id': 'JobId',
  'test_donations.id': 'DonationId',
  'update_recipients.id': 'JobId',
  'former_users.id': 'UserId',
  'volunteer_hours.id': 'VolunteerHoursId',
  'volunteer_thanks.id': 'VolunteerThanksId',
};

// Null in a donation whose import was taken back, which is read for its entries alone (decision 0075).
const nullOnceTakenBack = new Set(['donations.cause_id', 'donations.donor_id']);

function isNullable(path: string, { isNullable }: { isNullable: boolean }): boolean {
  return isNullable && !nullOnceTakenBack.has(path);
}

/** `donations.id` and `refunds.donation_id` hold a `DonationId`, and `files.created_by` a `UserId`. */
function idTypeOf(path: string): string {
  const [table = '', column = ''] = path.split('.');
  const name = column === 'id' ? table.replace(/ies$/, 'ys').replace(/s$/, '_id') : column;
  const type = name
    .replace(/^.*_by$/, 'user_id')
    .replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return idTypes[path] ?? type;
}

const coreTypes = ['MoveKind', 'Place'];
const imports = Object.fromEntries([
  ...Object.values(columnTypes).map((type) => [
    type,
    coreTypes.includes(type) ? '#core/ledger/ledger.ts' : '#server/platform/db/column-types.ts',
  ]),
  ...[...readFileSync('src/contract/ids.ts', 'utf8').matchAll(/export type (\w+Id) =/g)].map(
    ([, type]) => [type, '#contract/ids.ts'],
  ),
]);

/** The TypeScript types of all tables of `migrations/`, read from a database that they were applied to. */
// biome-ignore lint/suspicious/noExplicitAny: which types the database has is the question.
export async function generateSchema(db: Kysely<any>): Promise<string> {
  const dialect = new PostgresDialect();
  const metadata = await dialect.introspector.introspect({
    db: db.withoutPlugins(),
    includePattern: 'public.*',
    excludePattern: 'public.schema_migrations',
  });
  const literals = await readLiterals(db);
  const references = await readReferences(db);
  const overrides: Record<string, IdentifierNode> = {};
  const used = new Set<string>();
  for (const table of metadata.tables) {
    for (const column of table.columns) {
      const path = `${table.name}.${column.name}`;
      column.enumValues = literals.get(path) ?? null;
      if (column.dataType === 'uuid') {
        const origin = originOf(path, references);
        const type = idTypeOf(origin);
        if (!(type in imports))
          throw new Error(
            `Say in idTypes of scripts/support/generate-schema.ts which id ${origin} holds.`,
          );
        used.add(origin);
        overrides[path] = new IdentifierNode(type);
        column.isNullable = isNullable(path, column);
        continue;
      }
      const key = path in columnTypes ? path : column.name;
      const type = columnTypes[key];
      if (!type) continue;
      used.add(key);
      overrides[path] = new IdentifierNode(type);
      // These types already include null where it is allowed.
      column.isNullable = false;
    }
  }
  const unknown = Object.keys({ ...columnTypes, ...idTypes }).filter((key) => !used.has(key));
  if (unknown.length > 0) throw new Error(`No table has the column ${unknown.join(', ')}.`);
  const types = serializeFromMetadata({
    dialect,
    metadata,
    camelCase: true,
    customImports: imports,
    overrides: { columns: overrides },
    skipAutogeneratedFileComment: true,
    typeMapping,
  });
  return `// Written by \`npm run schema\` from the migrations. Change those, never this file.\n\n${types}`;
}

/** The allowed values of a column whose CHECK lists them: `check (status in ('open', 'won'))`. */
async function readLiterals(db: Kysely<unknown>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ path: string; check: string }>`
    select format('%s.%s', conrelid::regclass, attname) as path, pg_get_constraintdef(pg_constraint.oid) as check
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`.execute(
    db,
  );
  // As PostgreSQL prints it: CHECK ((status = ANY (ARRAY['open'::text, 'won'::text]))), or = 'open'::text.
  const list = /^CHECK \(\("?\w+"? = (?:ANY \(ARRAY\[)?(?:'[^']*'::text(?:, )?)+(?:\]\))?\)\)$/;
  return new Map(
    rows
      .filter(({ check }) => list.test(check))
      .map(({ path, check }) => [
        path,
        [...check.matchAll(/'([^']*)'/g)].map(([, literal = '']) => literal),
      ]),
  );
}

/** The column that each single-column foreign key references. */
async function readReferences(db: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ path: string; target: string }>`
    select format('%s.%s', conrelid::regclass, own.attname) as path,
      format('%s.%s', confrelid::regclass, other.attname) as target
    from pg_constraint
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`.execute(
    db,
  );
  return new Map(rows.map(({ path, target }) => [path, target]));
}

/** The column that the ids in a column come from: the key of the referenced table. */
function originOf(path: string, references: Map<string, string>): string {
  const target = references.get(path);
  return target === undefined ? path : originOf(target, references);
}
