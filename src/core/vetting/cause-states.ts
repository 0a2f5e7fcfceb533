/* Whether a cause can be chosen, and how people are told that it cannot. */

/** A cause takes new donations and nominations while it is open. Recurring donations go on with a hidden one, and leave a closed one. */
export const causeStates = ['open', 'hidden', 'closed'] as const;
/** One of {@link causeStates}. */
export type CauseState = (typeof causeStates)[number];

/** Each of {@link causeStates} in words. */
export const causeStateNames: Record<CauseState, string> = {
  open: 'Open',
  hidden: 'Hidden from new donations',
  closed: 'Closed',
};

/** A cause in a list to choose from: `"Winter 2025 (closed)"`. */
export function nameWithState({ name, state }: { name: string; state: CauseState }): string {
  return state === 'open' ? name : `${name} (${state})`;
}

/** Why nobody can choose a cause: a sentence; null if it is open. */
export function whyNotChosen({ name, state }: { name: string; state: CauseState }): string | null {
  if (state === 'open') return null;
  return state === 'closed'
    ? `“${name}” is closed. Please choose another cause.`
    : `“${name}” takes no new donations and nominations at the moment. Please choose another cause.`;
}
