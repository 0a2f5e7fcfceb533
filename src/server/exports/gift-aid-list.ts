import { z } from 'zod';
import { scheduleCells, scheduleDay } from '#core/receipts/gift-aid.ts';
import { exportList, pageById } from '#server/exports/list.ts';
import { dueLines } from '#server/receipts/gift-aid/queries.ts';

/**
 * The schedule for HM Revenue & Customs: its columns, in its order, of what is covered and not claimed yet. What went back
 * after a claim is no line of it, but an amount of its own on the claim.
 */
export const giftAidSchedule = exportList({
  right: 'contacts.read',
  filter: z.strictObject({}),
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
  columns: {
    Title: ['text', ({ cells }) => cells.title],
    'First name': ['text', ({ cells }) => cells.firstName],
    'Last name': ['text', ({ cells }) => cells.lastName],
    'House name or number': ['text', ({ cells }) => cells.house],
    Postcode: ['text', ({ cells }) => cells.postcode],
    // Neither is recorded here: each line is one donation of one person.
    'Aggregated donations': ['text', () => ''],
    'Sponsored event': ['text', () => ''],
    'Donation date': ['text', ({ receivedOn }) => scheduleDay(receivedOn)],
    Amount: ['amount', ({ cents }) => cents],
  },
});
