/* Kinds of nominees, the checklists that everybody begins with, and which points are missing. */

/** What a nominee can be; each has a checklist of its own. */
export const nomineeKinds = ['person', 'organization', 'need'] as const;
/** One of {@link nomineeKinds}. */
export type NomineeKind = (typeof nomineeKinds)[number];

/** Each of {@link nomineeKinds} in words. */
export const nomineeKindNames: Record<NomineeKind, string> = {
  person: 'Person',
  organization: 'Organization',
  need: 'Need',
};

/** How far a point of a checklist is, in the usual order. */
export const pointStates = ['not_started', 'in_progress', 'done', 'not_applicable'] as const;
/** One of {@link pointStates}. */
export type PointState = (typeof pointStates)[number];

/** Each of {@link pointStates} in words. */
export const pointStateNames: Record<PointState, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  done: 'Done',
  not_applicable: 'Not applicable',
};

/** Whether nothing is left to do about a point. */
export function isSettled(state: PointState): boolean {
  return state === 'done' || state === 'not_applicable';
}

/** A point of a checklist. `id` is the same in every version, so that a nomination can take over a newer one. */
export interface ChecklistPoint {
  id: string;
  /** What was found out, as a sentence that the public may read. */
  text: string;
  /** Whether it has to be settled before a nomination is accepted, if the settings say so. */
  isRequired: boolean;
}

const point = (number: number, text: string, isRequired: boolean): ChecklistPoint => ({
  // Fixed, so that a list that an owner changes keeps what was found out about these.
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  text,
  isRequired,
});

/** What is checked as long as nobody has changed the lists. */
export const defaultChecklists: Record<NomineeKind, readonly ChecklistPoint[]> = {
  person: [
    point(101, 'We talked to the person, or to whoever cares for them', true),
    point(102, 'Somebody independent confirmed the need', true),
    point(103, 'We saw what it costs, such as an estimate or a bill', true),
    point(104, 'Nobody else pays for it already', false),
  ],
  organization: [
    point(201, 'We talked to somebody who may speak for the organization', true),
    point(202, 'The organization is registered', true),
    point(203, 'We saw what it costs, such as an estimate or a bill', true),
    point(204, 'We read its latest annual report', false),
  ],
  need: [
    point(301, 'We know who is responsible for what is bought', true),
    point(302, 'Somebody independent confirmed the need', true),
    point(303, 'We saw what it costs, such as an estimate or a bill', true),
    point(304, 'Nobody else pays for it already', false),
  ],
};

/** The required points of a nomination's checklist that nobody has settled, in its order. */
export function missingPoints<P extends { isRequired: boolean; state: PointState }>(
  points: readonly P[],
): P[] {
  return points.filter(({ isRequired, state }) => isRequired && !isSettled(state));
}
