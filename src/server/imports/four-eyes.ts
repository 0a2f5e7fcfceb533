import type { PgBoss } from 'pg-boss';
import { importPath } from '#contract/admin-pages.ts';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { bookImport } from '#server/imports/book-import.ts';
import { getImport } from '#server/imports/queries.ts';
import { takeBackImport } from '#server/imports/take-back-import.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface Call<Body> {
  actor: TeamMember;
  input: { id: ImportId } & Body;
}

/** An import takes a second person, whatever the amount, and so does taking it back. */
function isNeeded(db: Db, settings: SettingsStore) {
  return async ({ actor }: { actor: TeamMember }) =>
    (await fourEyesFor(db, settings, 'import', actor)) !== null;
}

/** The facts about an import that the second person approves; it is refused once they are others. */
export function bookingApproval(
  db: Db,
  settings: SettingsStore,
  boss: PgBoss,
): ApprovalRule<Call<{ revision: number }>> {
  return {
    isNeeded: isNeeded(db, settings),
    mustStayTrue: true,
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => bookImport(trial, actor, input, null, boss)),
    async describe({ input }) {
      const { counts, amount, spentBefore, causes, warnings, ...found } = await getImport(
        db,
        input.id,
      );
      const [known, made] = await causesInWords(db, causes);
      const notIn: [number, string][] = [
        [counts.known, 'known already'],
        [counts.changed, 'known, but different'],
        [counts.left_out, 'not completed or refunded'],
        [counts.problem, 'with a problem'],
      ];
      return [
        ...factsOf(found, input.id),
        ...warnings.map((value) => ({ label: 'Warning', value })),
        { label: 'Comes in', value: `${countOf(counts.new, 'donation')}, ${formatCents(amount)}` },
        ...(spentBefore > 0
          ? [{ label: 'Spent before', value: `${formatCents(spentBefore)} of that` }]
          : []),
        {
          label: 'Does not come in',
          value:
            notIn
              .filter(([count]) => count > 0)
              .map(([count, why]) => `${countOf(count, 'line')} ${why}`)
              .join(', ') || 'Nothing',
        },
        ...(known.length > 0 ? [{ label: 'Known causes', value: known.join('; ') }] : []),
        ...(made.length > 0 ? [{ label: 'New causes', value: made.join('; ') }] : []),
      ];
    },
  };
}

/** Of each cause that is here, and of each new one, what the file calls it and how much comes in for it. */
async function causesInWords(
  db: Db,
  causes: ImportDetail['causes'],
): Promise<[known: string[], made: string[]]> {
  const there = await db.selectFrom('causes').select(['id', 'name']).execute();
  const names = new Map(there.map(({ id, name }) => [id, name]));
  const known: string[] = [];
  const made: string[] = [];
  for (const { value, causeId, lines, amount } of causes) {
    const money = `${countOf(lines, 'donation')}, ${formatCents(amount)}`;
    const name = causeId === null ? null : (names.get(causeId) ?? null);
    if (name === null) made.push(`${value} (${money})`);
    else if (name === value) known.push(`${name} (${money})`);
    else known.push(`${name} (in the file: ${value || 'no cause'}; ${money})`);
  }
  return [known, made];
}

/** What was imported by two people is taken back by two. */
export function takingBackApproval(
  db: Db,
  settings: SettingsStore,
  boss: PgBoss,
): ApprovalRule<Call<{ reason: string }>> {
  return {
    isNeeded: isNeeded(db, settings),
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => takeBackImport(trial, actor, input, null, boss)),
    async describe({ input }) {
      const { booked, amount, ...found } = await getImport(db, input.id);
      return [
        { label: 'What', value: 'Take an import back' },
        ...factsOf(found, input.id),
        { label: 'Leaves', value: `${countOf(booked, 'donation')}, ${formatCents(amount)}` },
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}

function factsOf(
  { fileName, system }: { fileName: string; system: string },
  id: ImportId,
): ApprovalFact[] {
  return [
    { label: 'File', value: fileName || 'A file without a name', path: importPath(id) },
    { label: 'From', value: system },
  ];
}
