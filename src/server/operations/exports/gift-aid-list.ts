import { z } from 'zod';
import { scheduleCells, scheduleDay } from '#core/gift-aid.ts';
import { type DueLine, dueLines } from '#server/giving/gift-aid/queries.ts';
import { exportList, pageById } from '#server/operations/exports/list.ts';

/** A line with its cells as the tax office wants them. */
type Row = DueLine & { cells: ReturnType<typeof scheduleCells> };

/**
 * The schedule for HM Revenue & Customs: its columns, in its order, of what is covered and not claimed yet. What went back
 * after a claim is no line of it, but an amount of its own on the claim.
 */
export const giftAidSchedule = exportList<Record<string, never>, Row>({
  right: 'contacts.read',
  filter: z.object({}).strict() as z.ZodType<Record<string, never>>,
  async count({ db, timeZone }) {
    const lines = await dueLines(db, timeZone);
    return lines.filter(({ cents }) => cents > 0).length;
  },
  async read({ db, timeZone }, _, { limit, cursor }) {
    const { items, nextCursor } = pageById(await dueLines(db, timeZone, { limit, cursor }), limit);
    return {
      items: items
        .filter(({ cents }) => cents > 0)
        .map((line) => ({ ...line, cells: scheduleCells(line) })),
      nextCursor,
    };
  },
  columns: [
    { title: 'Title', type: 'text', value: ({ cells }) => cells.title },
    { title: 'First name', type: 'text', value: ({ cells }) => cells.firstName },
    { title: 'Last name', type: 'text', value: ({ cells }) => cells.lastName },
    { title: 'House name or number', type: 'text', value: ({ cells }) => cells.house },
    { title: 'Postcode', type: 'text', value: ({ cells }) => cells.postcode },
    // Neither is recorded here: each line is one donation of one person.
    { title: 'Aggregated donations', type: 'text', value: () => '' },
    { title: 'Sponsored event', type: 'text', value: () => '' },
    { title: 'Donation date', type: 'text', value: ({ receivedOn }) => scheduleDay(receivedOn) },
    { title: 'Amount', type: 'amount', value: ({ cents }) => cents },
  ],
});
