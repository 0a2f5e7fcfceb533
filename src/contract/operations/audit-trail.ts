import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { fromTo, paging, timestamp } from '#contract/fields.ts';
import { auditEntryId, userId } from '#contract/ids.ts';

/* The audit trail, and whose actions it can be filtered by. */

/** One entry of the audit trail, in words. */
export const auditEntry = z.object({
  id: auditEntryId,
  createdAt: timestamp,
  /** Who did it: a person's name, a payment provider, or "The system". */
  actor: z.string(),
  /** For programs: 'nomination.accepted'. */
  action: z.string(),
  /** For people: "Accepted a nomination". */
  what: z.string(),
  subject: z.object({
    id: z.string(),
    /** Its current name, or what it was: "A deleted cause". */
    name: z.string(),
    /** The page where an administrator sees it, or its audit trail if it was deleted; null if there is none. */
    path: z.string().nullable(),
  }),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Who did what to which item, when, and what it changed. Newest first; no call changes it. */
export const listAudit = endpoint('GET /api/audit', {
  summary: 'List the entries of the audit trail',
  tag: 'Audit trail',
  access: 'audit.read',
  query: z.object({
    ...paging,
    /** 'user:<id>', 'provider:<name>', 'visitor', or 'system'. */
    actor: z.string().trim().max(100, 'At most 100 characters').optional(),
    /** An action, or all of a kind: 'nomination.' for everything about nominations. */
    action: z.string().trim().max(100, 'At most 100 characters').optional(),
    /** What happened to the item with this id, and to money that moved from or to it. */
    subjectId: z.string().trim().optional(),
    ...fromTo,
  }),
  response: z.array(auditEntry),
  paged: true,
});

/** Whom the trail can be filtered by: everybody of the team, and after them those who left it, by last name. */
export const listAuditActors = endpoint('GET /api/audit/actors', {
  summary: 'List the people whom the audit trail names',
  tag: 'Audit trail',
  access: 'audit.read',
  response: z.array(z.object({ id: userId, name: z.string() })),
});
