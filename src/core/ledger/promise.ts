import { formatCents } from '#core/platform/money.ts';

/*
 * What we say of 100%, and what instead while card costs are not paid. It is true as long as somebody pays what
 * payments cost. While nobody does, every page and mail that would say it says what is missing instead.
 */

/** How long card costs may be unpaid before we stop promising 100%, in days. */
export const graceDays = 7;

/** Whether everything that somebody gives reaches its purpose, and who pays what payments cost; in cents. */
export interface PromiseState {
  /** What is missing to pay card costs, for more than {@link graceDays} days; 0 while the promise is kept. */
  missingCents: number;
  /** The name of the charity. */
  charity: string;
}

/** What stands where the promise cannot be made: what is missing, and who pays it. */
export function whyNotAll({ missingCents, charity }: PromiseState): string {
  return `At the moment, ${formatCents(missingCents)} of card costs is not paid for. ${charity} has to pay it from money that nobody donated for something else.`;
}

/** What a donation to a cause for running costs does; it stands where other donations are said to go to a nominee. */
export const runningCostsWords =
  'It pays for what keeps us running, such as what cards and the bank cost.';

/** The promise, as the sentence that stands alone; what is missing if it cannot be made. */
export function promiseOfAll(state: PromiseState): string {
  return state.missingCents > 0
    ? whyNotAll(state)
    : '100% of your donation goes to its intended purpose.';
}
