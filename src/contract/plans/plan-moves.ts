import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, timestamp } from '#contract/fields.ts';
import { causeId } from '#contract/ids.ts';
import { causeReference } from '#contract/vetting/causes.ts';

/* Sending all running recurring donations of a cause to another one, and cancelling that. */

/** How many days donors have to choose differently before their recurring donation goes to another cause. */
export const planMoveDays = 14;

/** The running recurring donations of a cause, and where they are going. */
export const planMove = z.object({
  /** How many run with this cause now. */
  running: z.int(),
  /** Null if they stay. */
  move: z
    .object({
      to: causeReference,
      requestedAt: timestamp,
      /** When the last of them is moved; until its donors are told, when that is expected. */
      dueAt: timestamp,
      /** How many would still be moved. Their donors are told one after another. */
      plans: z.int(),
    })
    .nullable(),
});
export type PlanMove = z.infer<typeof planMove>;

const ofCause = {
  tag: 'Recurring donations',
  params: idParams(causeId),
  response: planMove,
} as const;

/** Whether the recurring donations of a cause are going to another one. */
export const getPlanMove = endpoint('GET /api/causes/:id/plan-move', {
  ...ofCause,
  summary: 'Show where the recurring donations of a cause are going',
  access: 'lists.read',
  errors: ['not_found'],
});

/**
 * Emails the donors of all running recurring donations of a cause that they go to another cause in 14 days, unless the donor
 * chooses differently until then.
 */
export const movePlans = endpoint('POST /api/causes/:id/plan-move', {
  ...ofCause,
  summary: 'Move the recurring donations of a cause to another one',
  records: {
    'cause.plans_move_requested': 'Asked to move recurring donations to another cause',
    'cause.plans_moved': 'Moved recurring donations to another cause',
  },
  access: 'money.write',
  recent: true,
  body: z.object({ toCauseId: causeId }),
  errors: ['not_found', 'nothing_left', 'plans_being_moved', 'cause_not_open'],
});

/** Leaves them with their cause, and tells their donors. 409 `cause_not_open` if it is closed. */
export const cancelPlanMove = endpoint('POST /api/causes/:id/plan-move/cancel', {
  ...ofCause,
  summary: 'Leave the recurring donations of a cause where they are',
  records: { 'cause.plans_move_cancelled': 'Left recurring donations with their cause' },
  access: 'money.write',
  recent: true,
  errors: ['not_found', 'cause_not_open'],
});
