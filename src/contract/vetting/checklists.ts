import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalText, requiredLine, timestamp } from '#contract/fields.ts';
import { checklistPointId, fileId, nominationId } from '#contract/ids.ts';
import { teamPaper } from '#contract/vetting/questions.ts';
import { nomineeKinds, pointStates } from '#core/vetting/checklists.ts';

/* Checklists for nominees: their versions, and the points of one nomination. */

const kind = z.enum(nomineeKinds, 'Choose what the nominee is');
const version = z
  .int({ error: 'Must be the number of a version' })
  .min(0, 'Must be the number of a version');

/** A point of a checklist. Its text is a sentence that the public may read. */
export const checklistPoint = z.object({
  id: checklistPointId,
  text: requiredLine(200),
  isRequired: z.boolean({ error: 'Must be yes or no' }),
});
export type ChecklistPoint = z.infer<typeof checklistPoint>;

/** Most points of a checklist. */
export const maxPoints = 30;

/** The checklist for one kind of nominee, with all versions that were saved, newest first. */
export const checklist = z.object({
  kind,
  /** The version that counts; 0 for the list that everybody begins with. */
  version,
  points: z.array(checklistPoint),
  versions: z.array(
    z.object({
      version,
      createdAt: timestamp,
      /** Who saved it. */
      actor: z.string(),
      points: z.array(checklistPoint),
    }),
  ),
});
export type Checklist = z.infer<typeof checklist>;

/** The points of a list as an owner saves them. A new point has no id yet. */
export const checklistInput = z.object({
  /** The version that they were changed from. */
  version,
  points: z
    .array(checklistPoint.partial({ id: true }), 'Must be a list of points')
    .max(maxPoints, `At most ${maxPoints} points`),
});

/** A point of a nomination's checklist. */
export const nominationPoint = checklistPoint.extend({
  /** False: the version that the nomination took over later does not have it, so it is not required anymore. */
  isOnList: z.boolean(),
  state: z.enum(pointStates),
  /** How it was proved; never public. */
  proof: z.string(),
  paper: teamPaper.nullable(),
  /** Who changed it last; null if nobody has, or if that person is removed. */
  changedBy: z.string().nullable(),
  changedAt: timestamp.nullable(),
  /** The number of its changes, which the next change has to name. */
  revision: z.int(),
});
export type NominationPoint = z.infer<typeof nominationPoint>;

/** How far the checklist of a nomination is. */
export const nominationChecklist = z.object({
  /** Whether a nomination is only accepted once its required points are settled. */
  isRequired: z.boolean(),
  /** Whether its points may be changed: a decision ends that. */
  isOpen: z.boolean(),
  /** Null as long as nobody has said what the nominee is. */
  checklist: z
    .object({
      kind,
      /** The version that it began with. */
      version,
      /** The version that a new nomination begins with. */
      newestVersion: version,
      points: z.array(nominationPoint),
    })
    .nullable(),
});
export type NominationChecklist = z.infer<typeof nominationChecklist>;

const shared = { tag: 'Checklists' } as const;

/** The checklists of all kinds of nominees. */
export const listChecklists = endpoint('GET /api/checklists', {
  ...shared,
  access: 'nominations.read',
  summary: 'List the checklists',
  response: z.array(checklist),
});

/**
 * Saves the checklist for one kind of nominee as a new version, if `version` is still the newest: otherwise 409
 * `checklist_changed`. Nominations that are being checked keep the version that they began with. While required points stand
 * before acceptance, one that is left out, reworded, or made optional takes a second person where rules do.
 */
export const saveChecklist = endpoint('POST /api/checklists/:kind', {
  ...shared,
  access: 'settings.write',
  recent: true,
  approval: 'settings',
  summary: 'Save a checklist',
  records: { 'checklist.saved': 'Changed the checklist for a kind of nominee' },
  params: z.object({ kind }),
  body: checklistInput,
  response: z.array(checklist),
  errors: ['checklist_changed'],
});

/** What is checked about a nomination, and how far it is. */
export const getNominationChecklist = endpoint('GET /api/nominations/:id/checklist', {
  ...shared,
  access: 'nominations.read',
  summary: 'Show the checklist of a nomination',
  params: idParams(nominationId),
  response: nominationChecklist,
  errors: ['not_found'],
});

/**
 * Says what the nominee is, and begins its checklist, or takes over the newest version. Points that it has in common with
 * the one before keep what was found out.
 */
export const beginChecklist = endpoint('POST /api/nominations/:id/checklist', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Begin the checklist of a nomination',
  records: { 'nomination.checklist_begun': 'Began the checklist of a nomination' },
  params: idParams(nominationId),
  body: z.object({ kind }),
  response: nominationChecklist,
  errors: ['not_found', 'nomination_decided', 'conflict_of_interest'],
});

/** What was found out about a point. */
export const nominationPointInput = z.object({
  /** The number of changes that the caller has seen. */
  revision: z.int({ error: 'Must be a number' }).min(0, 'Must not be negative'),
  state: z.enum(pointStates, 'Choose how far it is'),
  proof: optionalText(2_000).default(''),
  /** A file that was uploaded for it, or the one that it had; null for none. */
  paperId: fileId.nullable().default(null),
});

/**
 * Notes how far a point is, and how it was proved, which a required point takes. 409 `point_changed` if somebody else
 * has changed it.
 */
export const changePoint = endpoint('POST /api/nominations/:id/points/:pointId', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Change a point of a nomination’s checklist',
  records: { 'nomination.point_changed': 'Changed a point of a nomination’s checklist' },
  params: z.object({ id: nominationId, pointId: checklistPointId }),
  body: nominationPointInput,
  response: nominationChecklist,
  errors: [
    'not_found',
    'nomination_decided',
    'conflict_of_interest',
    'point_changed',
    'file_unusable',
  ],
});
