import { formatCents } from '#core/platform/money.ts';
import { nameInWords } from '#core/platform/names-in-words.ts';
import {
  type NomineeKnows,
  nomineeKnowsWords,
  type Urgency,
  urgencyWords,
} from '#core/vetting/nomination-needs.ts';

/* What a nomination says that can be corrected, in words. */

/** Each of them, in the order of the form. */
export const factNames = [
  'nominee',
  'neededAmount',
  'urgency',
  'nomineeKnows',
  'firstName',
  'lastName',
  'phone',
  'zip',
] as const;

/** One of {@link factNames}. */
export type FactName = (typeof factNames)[number];

const labels: Partial<Record<FactName, string>> = {
  neededAmount: 'Needed',
  urgency: 'How soon',
  firstName: 'First name of the nominator',
  lastName: 'Last name of the nominator',
};

/** What it was, in words: `describeFact("nominee", "Okafor Famliy")` is `"Nominee was “Okafor Famliy”"`. Amounts in cents. */
export function describeFact(name: FactName, was: string | number | null): string {
  return `${labels[name] ?? nameInWords(name)} was ${was === null || was === '' ? 'left out' : inWords(name, was)}`;
}

function inWords(name: FactName, was: string | number): string {
  switch (name) {
    case 'neededAmount':
      return formatCents(Number(was));
    case 'urgency':
      return `“${urgencyWords[was as Urgency]}”`;
    case 'nomineeKnows':
      return `“${nomineeKnowsWords[was as NomineeKnows]}”`;
    default:
      return `“${was}”`;
  }
}
