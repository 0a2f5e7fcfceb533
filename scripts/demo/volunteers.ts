import type { OfferState } from '#core/volunteers/offer-states.ts';

interface WorkStory {
  daysAgo: number;
  minutes: number;
  what: string;
  /** Who was helped; nobody in particular without one. */
  nominee?: string;
  isUnconfirmed?: boolean;
}

interface OfferStory {
  /** Somebody who called instead of ticking the box on the donation form. */
  caller?: { firstName: string; lastName: string; email: string; phone: string; daysAgo: number };
  state: Exclude<OfferState, 'withdrawn'>;
  notes: string;
  /** What the offer is for. */
  nominee?: string;
  work: WorkStory[];
  isThanked?: boolean;
}

const pantry = 'Northside Community Pantry';

/**
 * What became of the oldest offers that came with donations, and of some calls. The newest offers wait for an answer.
 */
export const offers: OfferStory[] = [
  {
    state: 'done',
    notes: 'Carpenter. Brings his own tools, Saturdays only.',
    nominee: 'Ruth Ellison',
    work: [
      {
        daysAgo: 18,
        minutes: 390,
        what: 'Measured, and cut the posts of the ramp',
        nominee: 'Ruth Ellison',
      },
      { daysAgo: 15, minutes: 480, what: 'Built the ramp', nominee: 'Ruth Ellison' },
    ],
    isThanked: true,
  },
  {
    state: 'agreed',
    notes: 'Has a van. Tuesdays and Thursdays after 4 PM.',
    nominee: pantry,
    work: [
      { daysAgo: 18, minutes: 150, what: 'Picked up groceries', nominee: pantry },
      { daysAgo: 13, minutes: 165, what: 'Picked up groceries', nominee: pantry },
      { daysAgo: 6, minutes: 120, what: 'Sorted shelves', nominee: pantry },
    ],
    isThanked: true,
  },
  {
    state: 'agreed',
    notes: 'Speaks Spanish; translates at home visits.',
    nominee: 'Maria Lopez',
    work: [
      { daysAgo: 7, minutes: 75, what: 'Translated at the home visit', nominee: 'Maria Lopez' },
      {
        daysAgo: 3,
        minutes: 45,
        what: 'Called the landlord',
        nominee: 'Maria Lopez',
        isUnconfirmed: true,
      },
    ],
  },
  { state: 'contacted', notes: 'Left a message on the voicemail.', work: [] },
  { state: 'declined', notes: 'Moves away in December.', work: [] },
  {
    caller: {
      firstName: 'Rosa',
      lastName: 'Delgado',
      email: '',
      phone: '(555) 010-0199',
      daysAgo: 30,
    },
    state: 'agreed',
    notes: 'Retired nurse. Has no email; call before noon.',
    work: [
      { daysAgo: 14, minutes: 180, what: 'Helped at the front desk' },
      { daysAgo: 12, minutes: 210, what: 'Built the ramp railing', nominee: 'Ruth Ellison' },
    ],
  },
  {
    caller: {
      firstName: 'Peter',
      lastName: 'Lindqvist',
      email: 'peter.lindqvist@demo.example',
      phone: '',
      daysAgo: 9,
    },
    state: 'contacted',
    notes: 'Asked for a school near the harbor.',
    nominee: 'Lincoln Elementary, Room 12',
    work: [],
  },
];
