import { PassThrough, type Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { type RawBuilder, sql } from 'kysely';
import { formatCents } from '#core/platform/money.ts';
import { spellOut } from '#core/platform/names-in-words.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { findMailOf } from '#server/platform/jobs/job-table.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { FileMissingError, type FileStorage } from '#server/platform/storage/storage.ts';
import { dataMap, type PersonScope, rowsOf, type TableRule } from '#server/privacy/data-map.ts';
import { countMentions, liftTimeLimit } from '#server/privacy/mentions.ts';
import { entriesAbout } from '#server/privacy/queries.ts';
import { findScope, readWho } from '#server/privacy/scope.ts';

/* Everything about a person as a ZIP file. */

type Row = Record<string, unknown>;

/** Everything about a person. */
interface PersonArchive {
  who: string;
  madeAt: string;
  /** The rows by table, under its title. */
  sections: { table: string; title: string; rows: Row[] }[];
  /** Files that they sent. */
  files: { name: string; key: string }[];
}

// A nominee gets nothing about who nominated them.
const ofNominator = ['first_name', 'last_name', 'email', 'phone', 'zip'];

/** Reads everything about a person as of one moment, so that an erasure is in it entirely or not at all. */
export function readArchive(db: Db, typed: string): Promise<PersonArchive> {
  return inSnapshot(db, async (trx) => {
    await liftTimeLimit(trx);
    const { who, isNominee, ...keys } = await readWho(trx, typed);
    const whole = await findScope(trx, keys);
    const scope = isNominee ? { ...whole, words: [] } : whole;
    const sections: PersonArchive['sections'] = [];
    for (const [table, rule] of Object.entries(dataMap)) {
      const rows = await rowsAbout(trx, [table, rule], scope, isNominee);
      sections.push({ table, title: rule.title, rows });
    }
    const trail = await trx
      .selectFrom('auditEntries')
      .select(['createdAt', 'action', 'subjectId', 'before', 'after', 'reason'])
      .where(entriesAbout(scope))
      .orderBy('createdAt')
      .execute();
    sections.push({ table: 'audit_entries', title: 'Entries of the audit trail', rows: trail });
    const { mentions } = await countMentions(trx, scope);
    sections.push({
      table: 'mentions',
      title: 'Texts about others that mention this person, which are not shown here',
      rows: mentions.map(({ title, rows }) => ({ title, rows })),
    });
    const waiting = await findMailOf(trx, mailQueue, scope.addresses);
    sections.push({
      table: 'mail',
      title: 'Emails and messages that wait to be sent',
      // Who of the team gets a copy is nobody else's business, and the same text needs to be there once.
      rows: waiting.map(({ subject, text }) => ({ subject, text })),
    });
    const files = await filesOf(trx, scope, isNominee);
    const found = sections.filter(({ rows }) => rows.length > 0);
    return { who, madeAt: new Date().toISOString(), sections: found, files };
  });
}

async function rowsAbout(
  trx: Trx,
  [table, rule]: [string, TableRule],
  scope: PersonScope,
  isNominee: boolean,
): Promise<Row[]> {
  const { ofOthers, columns, isOfNominee } = rule;
  const whose = rowsOf(rule, scope);
  if (!whose || (isOfNominee && !isNominee)) return [];
  const hidden = Object.entries(columns)
    .filter(([, { is }]) => is === 'secret' || is === 'team')
    .map(([name]) => name);
  if (isNominee && table === 'nominations') hidden.push(...ofNominator);
  if (!isNominee && table === 'nomination_decisions') hidden.push('note');
  const all = sql`to_jsonb(found_row) - ${hidden}::text[]`;
  const shown = ofOthers
    ? sql`case when ${ofOthers.rows(scope)} then ${objectOf(ofOthers.shown)} else ${all} end`
    : all;
  const { rows } = await sql<{ row: string }>`
    select (${shown})::text as row from (
      select * from ${sql.table(table)} where ${whose}) as found_row`.execute(trx);
  return rows.map(({ row }) => JSON.parse(row));
}

function objectOf(values: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  const pairs = Object.entries(values).flatMap(([name, value]) => [sql`${name}::text`, value]);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

async function filesOf(
  trx: Trx,
  { nominations }: PersonScope,
  isNominee: boolean,
): Promise<PersonArchive['files']> {
  const { rows } = await sql<{ id: string; name: string | null; key: string }>`
    select id::text, original_name as name, original_key as key from files
    where kind = 'paper' and original_key is not null and (created_by is null or ${isNominee})
      and nomination_id = any(${nominations}::uuid[])`.execute(trx);
  return rows.map(({ id, name, key }) => ({
    // What somebody called a file must not lead out of a folder.
    name: `files/${id.slice(0, 8)}-${(name ?? 'file').replace(/[^\p{L}\p{N}._ -]/gu, '_')}`,
    key,
  }));
}

/** Writes an archive as a ZIP file while somebody reads it: a page to read, the same for programs, and the files. */
export function zipArchive(archive: PersonArchive, storage: FileStorage): Readable {
  const output = new PassThrough();
  const zip = new Zip((error, chunk, isLast) => {
    if (error) output.destroy(error);
    else output.write(chunk);
    if (isLast) output.end();
  });
  const addText = (name: string, text: string) => {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    entry.push(Buffer.from(text), true);
  };
  const write = async () => {
    const { files, ...data } = archive;
    addText('about-you.html', describeArchive(archive));
    addText('about-you.json', JSON.stringify(data, null, 1));
    for (const { name, key } of files) {
      const content = await storage.open(key).catch((error) => {
        if (error instanceof FileMissingError) return null;
        throw error;
      });
      if (content === null) {
        addText(`${name}-missing.txt`, 'This file is no longer in our storage.');
        continue;
      }
      // Photos and PDFs are compressed already.
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      for await (const chunk of content) {
        entry.push(chunk);
        if (output.writableNeedDrain) await drained(output);
      }
      entry.push(new Uint8Array(0), true);
    }
    zip.end();
  };
  write().catch((error) => output.destroy(error));
  return output;
}

/** Waits until there is room again, or nobody reads anymore. */
function drained(output: PassThrough): Promise<void> {
  return new Promise((resolve, reject) => {
    output.once('drain', resolve);
    output.once('close', () => reject(new Error('The download was given up.')));
  });
}

/** The archive as a page that any browser shows without anything else. */
export function describeArchive({ who, madeAt, sections, files }: PersonArchive): string {
  const parts = sections.map(
    ({ title, rows }) =>
      `<h2>${escapeHtml(title)}</h2>${rows.map((row) => `<table>${cellsOf(row)}</table>`).join('')}`,
  );
  const sent = files.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Data about ${escapeHtml(who)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:0 0 1rem;width:100%}th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:14rem;font-weight:600}</style></head>
<body><h1>Data about ${escapeHtml(who)}</h1><p>Everything that we store, as of ${escapeHtml(madeAt)}.
The file about-you.json has the same for programs.</p>${parts.join('')}
${sent === '' ? '' : `<h2>Files</h2><ul>${sent}</ul>`}</body></html>
`;
}

function cellsOf(row: Row): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escapeHtml(spellOut(name))}</th><td>${escapeHtml(asText(name, value))}</td></tr>`,
    )
    .join('');
}

function asText(name: string, value: unknown): string {
  if (name.endsWith('_cents') && typeof value === 'number') return formatCents(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
