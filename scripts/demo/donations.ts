import { type Cause, causes } from './causes.ts';

const firstNames = [
  'Olivia',
  'Noah',
  'Emma',
  'Liam',
  'Ava',
  'James',
  'Sofia',
  'Ethan',
  'Mia',
  'Lucas',
  'Nina',
  'Henry',
  'Zoe',
  'Samuel',
  'Ruth',
  'Isaac',
  'Hannah',
  'Victor',
  'Clara',
  'Marcus',
];
const lastNames = [
  'Bennett',
  'Rivera',
  'Patel',
  'Kim',
  'Foster',
  'Hughes',
  'Castillo',
  'Morgan',
  'Weber',
  'Ali',
  'Jensen',
  'Brooks',
  'Tanaka',
  'Reed',
  'Novak',
  'Doyle',
  'Singh',
  'Fischer',
  'Greene',
];
const dollars = [
  25, 50, 100, 40, 250, 75, 20, 500, 60, 35.5, 150, 30, 1000, 45, 80.5, 200, 10, 120, 300, 55,
];
const words = [
  '',
  'In memory of my mother.',
  '',
  'Wherever it is needed most.',
  '',
  '',
  'For the children.',
  '',
  'From the whole office on Main Street.',
  '',
  'Keep up the good work!',
  '',
];

interface DonationStory {
  cause: Cause;
  dollars: number;
  daysAgo: number;
  firstName: string;
  lastName: string;
  description: string;
  isAvailableToVolunteerTime: boolean;
}

/**
 * Sixty donations over the last three months. The lists have different lengths, so that combinations do not
 * repeat.
 */
export const donations: DonationStory[] = Array.from({ length: 60 }, (_, index) => ({
  cause: pick(causes, index),
  dollars: pick(dollars, index * 7 + Math.floor(index / 6)),
  daysAgo: Math.floor(((59 - index) * 95) / 60),
  firstName: pick(firstNames, index * 3 + Math.floor(index / 20)),
  lastName: pick(lastNames, index * 5),
  description: pick(words, index),
  isAvailableToVolunteerTime: index % 4 === 1,
}));

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
