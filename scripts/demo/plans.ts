import type { PlanInterval } from '#core/plans/plans.ts';
import type { Cause } from './causes.ts';

/** Somebody who gives again and again. */
export interface PlanStory {
  firstName: string;
  lastName: string;
  cause: Cause;
  dollars: number;
  interval: PlanInterval;
  /** How many days ago it began. */
  daysAgo: number;
  /** Whether card costs are added to each payment. */
  addsCardCosts?: boolean;
  /** Payments that the bank refused at first, counted from 1. */
  refused?: number[];
  /**
   * How it went on after this many payments: the donor stopped, the bank refused until it was given up, the bank has
   * refused the next one so far, or a treasurer has paused it. Without it, it goes on.
   */
  end?: { after: number; how: 'stopped' | 'given-up' | 'failing' | 'paused' };
}

/** A year of recurring donations. */
export const plans: PlanStory[] = [
  {
    firstName: 'Margaret',
    lastName: 'Osei',
    cause: 'Food & Groceries',
    dollars: 25,
    interval: 'monthly',
    daysAgo: 361,
    addsCardCosts: true,
  },
  {
    firstName: 'Theo',
    lastName: 'Lindqvist',
    cause: 'Winter Warmth',
    dollars: 10,
    interval: 'monthly',
    daysAgo: 318,
  },
  {
    firstName: 'Anita',
    lastName: 'Deshmukh',
    cause: 'School & Learning',
    dollars: 50,
    interval: 'monthly',
    daysAgo: 246,
    refused: [4],
  },
  {
    firstName: 'Carlos',
    lastName: 'Vega',
    cause: 'Housing & Rent',
    dollars: 15,
    interval: 'monthly',
    daysAgo: 221,
    end: { after: 5, how: 'stopped' },
  },
  {
    firstName: 'Elaine',
    lastName: 'Whitfield',
    cause: 'Medical Bills',
    dollars: 100,
    interval: 'quarterly',
    daysAgo: 334,
  },
  {
    firstName: 'Harold',
    lastName: 'Yamamoto',
    cause: 'Animal Care',
    dollars: 250,
    interval: 'yearly',
    daysAgo: 372,
  },
  {
    firstName: 'Amina',
    lastName: 'Farah',
    cause: 'Food & Groceries',
    dollars: 20,
    interval: 'monthly',
    daysAgo: 158,
    end: { after: 5, how: 'failing' },
  },
  {
    firstName: 'Gordon',
    lastName: 'Pruitt',
    cause: 'Housing & Rent',
    dollars: 30,
    interval: 'monthly',
    daysAgo: 139,
    end: { after: 3, how: 'given-up' },
  },
  {
    firstName: 'Lena',
    lastName: 'Hoffman',
    cause: 'Winter Warmth',
    dollars: 40,
    interval: 'monthly',
    daysAgo: 104,
    end: { after: 3, how: 'paused' },
  },
];
