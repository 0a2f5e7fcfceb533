import type { DepositKind } from '#core/giving/deposits.ts';
import type { Cause } from './causes.ts';

/** Checks and cash that somebody counted. */
export interface DepositStory {
  title: string;
  /** When they were received, and when they were taken to the bank. */
  daysAgo: number;
  lines: {
    kind: DepositKind;
    dollars: number;
    cause: Cause;
    checkNumber?: string;
    firstName?: string;
    lastName?: string;
    note?: string;
  }[];
}

/** One that is confirmed, and one that waits for a second person. */
export const deposits: { confirmed: DepositStory; waiting: DepositStory } = {
  confirmed: {
    title: 'Fall fair: checks and the donation box',
    daysAgo: 24,
    lines: [
      {
        kind: 'check',
        dollars: 200,
        cause: 'Winter Warmth',
        checkNumber: '2217',
        firstName: 'Edith',
        lastName: 'Sorensen',
      },
      {
        kind: 'check',
        dollars: 75,
        cause: 'Food & Groceries',
        checkNumber: '0418',
        firstName: 'Walter',
        lastName: 'Nagy',
        note: 'Wrote “for the pantry” on the check.',
      },
      {
        kind: 'check',
        dollars: 500,
        cause: 'Medical Bills',
        checkNumber: '10532',
        lastName: 'Riverside Rotary Club',
      },
      { kind: 'cash', dollars: 163.4, cause: 'Food & Groceries', note: 'Box at the pie stand' },
    ],
  },
  waiting: {
    title: 'Checks of this week',
    daysAgo: 3,
    lines: [
      {
        kind: 'check',
        dollars: 50,
        cause: 'Animal Care',
        checkNumber: '0733',
        firstName: 'June',
        lastName: 'Abbott',
      },
      {
        kind: 'check',
        dollars: 120,
        cause: 'School & Learning',
        checkNumber: '1944',
        firstName: 'Rafael',
        lastName: 'Ortiz',
      },
    ],
  },
};

/** Where donors of the demo transfer their money to. */
export const transferDetails = `Everycent
Account 000417739920
Lakeside Bank, routing number 021000021`;

/** Bank transfers that donors announced; `daysAgo`: when the money came, or null if it has not come yet. */
export const announced = [
  {
    dollars: 60,
    cause: 'Winter Warmth' as Cause,
    daysAgo: 5,
    firstName: 'Ingrid',
    lastName: 'Halvorsen',
    email: 'ingrid@demo.example',
  },
  {
    dollars: 150,
    cause: 'Animal Care' as Cause,
    daysAgo: null,
    firstName: 'Samuel',
    lastName: 'Okafor',
    email: 'samuel@demo.example',
  },
];

/** What else the account of the charity shows; `isFee`: somebody has said that it is one. */
export const otherLines = [
  { daysAgo: 40, dollars: -60, name: 'Lakeside Bank', text: 'Account fee, one year', isFee: true },
  { daysAgo: 10, dollars: -6, name: 'Lakeside Bank', text: 'Paper statement', isFee: false },
  {
    daysAgo: 6,
    dollars: 18.2,
    name: 'Tri-County Phone',
    text: 'Refund of overpaid bill',
    isFee: false,
  },
];
