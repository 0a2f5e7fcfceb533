import type { Cause } from './causes.ts';

type Status = 'pending' | 'accepted' | 'rejected' | 'completed';

interface NominationStory {
  nominee: string;
  cause: Cause;
  status: Status;
  daysAgo: number;
  by: [firstName: string, lastName: string];
  description: string;
  /** Dollars that the team allocates from donations for the cause; none unless accepted. */
  allocated?: number;
  /** Dollars that its description asks for. */
  goal?: number;
}

export const nominations: NominationStory[] = [
  {
    nominee: 'Maria Lopez',
    cause: 'Winter Warmth',
    status: 'accepted',
    daysAgo: 9,
    by: ['Renee', 'Carter'],
    allocated: 420,
    goal: 640,
    description:
      'Maria lives two doors down with her three grandchildren. Their furnace failed on Sunday and the repair is $640. She has been heating one room with the oven.',
  },
  {
    nominee: 'Northside Community Pantry',
    cause: 'Food & Groceries',
    status: 'accepted',
    daysAgo: 21,
    by: ['Tom', 'Okafor'],
    allocated: 615,
    description:
      'The pantry feeds about 90 families each week. Their freezer broke and they lost a full delivery of chicken. They need a used commercial freezer and help to restock.',
  },
  {
    nominee: 'Darnell Whitfield',
    cause: 'Housing & Rent',
    status: 'completed',
    daysAgo: 74,
    by: ['Keisha', 'Whitfield'],
    allocated: 850,
    description:
      'My brother was laid off in the spring and found work again in August, but is one month behind on rent. The landlord agreed to wait until the end of the month.',
  },
  {
    nominee: 'Ellie Brandt',
    cause: 'Medical Bills',
    status: 'accepted',
    daysAgo: 16,
    by: ['Susan', 'Brandt'],
    allocated: 300,
    description:
      'Ellie is seven and needs a second pair of hearing aids. Insurance covers one ear only. The clinic gave us a written quote for the other.',
  },
  {
    nominee: 'Lincoln Elementary, Room 12',
    cause: 'School & Learning',
    status: 'completed',
    daysAgo: 88,
    by: ['Priya', 'Raman'],
    allocated: 388.4,
    description:
      'Half of my class has no books at home. I would like to send each of 24 children home with four books of their own before the holidays.',
  },
  {
    nominee: 'Second Chance Dog Rescue',
    cause: 'Animal Care',
    status: 'accepted',
    daysAgo: 12,
    by: ['Mike', 'Sorensen'],
    allocated: 175.5,
    goal: 1_900,
    description:
      'They took in eleven dogs from a hoarding case last week. Vet bills for shots and dental work come to $1,900 and they run on volunteers only.',
  },
  {
    nominee: 'The Nguyen family',
    cause: 'Housing & Rent',
    status: 'accepted',
    daysAgo: 5,
    by: ['Anh', 'Tran'],
    description:
      'An apartment fire on Elm Street took everything they had. They have found a new place, but the deposit is due on the 1st.',
  },
  {
    nominee: 'Walter Kowalski',
    cause: 'Medical Bills',
    status: 'pending',
    daysAgo: 1,
    by: ['Joan', 'Kowalski'],
    description:
      'My husband comes home from rehab next week and cannot climb to our bedroom. A used stair lift costs about $700, with the fitting.',
  },
  {
    nominee: 'Harbor Street Shelter',
    cause: 'Winter Warmth',
    status: 'pending',
    daysAgo: 2,
    by: ['Luis', 'Mendez'],
    description:
      'We expect 40 more guests a night when it freezes. We need blankets and cots. We can send photos of the storage room: it is empty.',
  },
  {
    nominee: 'Aaliyah Jones',
    cause: 'School & Learning',
    status: 'pending',
    daysAgo: 3,
    by: ['Denise', 'Jones'],
    description:
      'My granddaughter starts nursing school in January, the first of us to go. She has her tuition but not the laptop and the uniforms on the list.',
  },
  {
    nominee: 'Casa de Esperanza Kitchen',
    cause: 'Food & Groceries',
    status: 'pending',
    daysAgo: 4,
    by: ['Rosa', 'Delgado'],
    description:
      'The church kitchen cooks for farm workers on Saturdays. The stove failed inspection, and until it is replaced they can only hand out sandwiches.',
  },
  {
    nominee: 'Bill Hutchins',
    cause: 'Housing & Rent',
    status: 'rejected',
    daysAgo: 31,
    by: ['Carl', 'Hutchins'],
    description:
      'Bill wants to refinish his basement this year and could use some help with the cost of the drywall and of a new bathroom.',
  },
  // Older than what the settings keep: what "Privacy" shows before anything is removed.
  {
    nominee: 'Marlow Chess Club',
    cause: 'School & Learning',
    status: 'rejected',
    daysAgo: 402,
    by: ['Pete', 'Marlow'],
    description:
      'We would like to travel to a tournament on the coast this spring, all nine of us, with two parents who drive.',
  },
  {
    nominee: 'Gina Trent',
    cause: 'Medical Bills',
    status: 'rejected',
    daysAgo: 437,
    by: ['Lou', 'Trent'],
    description:
      'My sister had her teeth whitened and does not want to pay the whole bill. Her insurance refused it as well.',
  },
  {
    nominee: 'Oak Park Little League',
    cause: 'School & Learning',
    status: 'rejected',
    daysAgo: 52,
    by: ['Steve', 'Palmer'],
    description:
      'New uniforms for the 12U team would really lift the spirits before the state tournament. The old ones are three years old.',
  },
  {
    nominee: 'Grace Abernathy',
    cause: 'Winter Warmth',
    status: 'completed',
    daysAgo: 40,
    by: ['Helen', 'Marsh'],
    allocated: 260,
    description:
      'Grace is 84 and told me she keeps the heat at 55 to afford her pills. Her gas account is $260 behind and shut-off is set for the 15th.',
  },
  {
    nominee: 'Jamal Peters',
    cause: 'Medical Bills',
    status: 'completed',
    daysAgo: 61,
    by: ['Corinne', 'Peters'],
    allocated: 540.25,
    description:
      'Jamal was hit on his bike on the way to work. He is healing well, but the ambulance bill of $540.25 has gone to collections.',
  },
  {
    nominee: 'Feral Friends of Fairview',
    cause: 'Animal Care',
    status: 'completed',
    daysAgo: 66,
    by: ['Dot', 'Larsen'],
    allocated: 320,
    description:
      'We trap, neuter and return the cats behind the old mill. $320 pays the low-cost clinic for sixteen of them before kitten season.',
  },
  {
    nominee: 'Tanya Reyes',
    cause: 'Food & Groceries',
    status: 'completed',
    daysAgo: 47,
    by: ['Mina', 'Cho'],
    allocated: 200,
    description:
      'Tanya works nights at our hospital and feeds five. Her benefits were cut by a paperwork error that takes six weeks to fix.',
  },
  {
    nominee: 'Riverside Refugee Welcome',
    cause: 'Housing & Rent',
    status: 'accepted',
    daysAgo: 27,
    by: ['Peter', 'Haas'],
    allocated: 175,
    description:
      'Two families arrive on the 10th. We have furniture and volunteers; what is missing is the first month of rent for the second apartment.',
  },
  {
    nominee: 'Ruth Ellison',
    cause: 'Medical Bills',
    status: 'completed',
    daysAgo: 30,
    by: ['Janet', 'Ellison'],
    allocated: 690,
    description:
      'Mom had a stroke and can only come home if she can get into the house: there are eleven steps. A club of carpenters would build a ramp for the price of the lumber.',
  },
  {
    nominee: 'Sam and Joy Whitaker',
    cause: 'Medical Bills',
    status: 'accepted',
    daysAgo: 34,
    by: ['Lydia', 'Frost'],
    allocated: 220,
    description:
      'Joy drives 90 miles for dialysis three times a week, and they have stopped filling the tank for anything else. Gas cards would change their month.',
  },
  {
    nominee: 'Fairview Adult Literacy',
    cause: 'School & Learning',
    status: 'accepted',
    daysAgo: 19,
    by: ['Omar', 'Said'],
    allocated: 150,
    description:
      'Eighteen adults meet on Tuesdays to learn to read. We have used the same twelve workbooks for four years and copy the rest.',
  },
  {
    nominee: 'Old Mill Wildlife Center',
    cause: 'Animal Care',
    status: 'pending',
    daysAgo: 6,
    by: ['Nora', 'Blake'],
    description:
      'After the storm we took in 31 owls and hawks. The flight cage needs new netting before they can train and be set free.',
  },
  {
    nominee: 'Vera Stanton',
    cause: 'Food & Groceries',
    status: 'accepted',
    daysAgo: 8,
    by: ['Paul', 'Stanton'],
    description:
      'My mother looks after two foster children on a fixed income, and the third is coming next week. A month of groceries would let her say yes.',
  },
  {
    nominee: 'Bright Start Preschool',
    cause: 'School & Learning',
    status: 'pending',
    daysAgo: 0,
    by: ['Amy', 'Nolan'],
    description:
      'Our fence fell in the wind and the children cannot go outside until it is fixed. A parent will do the work; the boards cost $480.',
  },
  {
    nominee: 'Eddie Marsh',
    cause: 'Winter Warmth',
    status: 'rejected',
    daysAgo: 23,
    by: ['Eddie', 'Marsh'],
    description: 'Please send cash, as fast as possible. I will explain later what it is for.',
  },
  {
    nominee: 'Luna the therapy horse',
    cause: 'Animal Care',
    status: 'accepted',
    daysAgo: 14,
    by: ['Beth', 'Quinn'],
    allocated: 90,
    description:
      'Luna has worked with disabled children for eleven years. She needs dental surgery; the stable pays half and the vet waits for the rest.',
  },
];
