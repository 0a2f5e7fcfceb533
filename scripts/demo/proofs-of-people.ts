import type { ProofStory } from './proofs.ts';

const market = {
  payee: 'Green Basket Market',
  address: '310 Main Street, Fairview',
  receiptKind: 'vendor_receipt',
  as: 'picture',
  customer: 'T. Reyes, loyalty card 5520 118',
} as const;

/** What was done for individuals and families. */
export const proofsOfPeople: ProofStory[] = [
  {
    nominee: 'Darnell Whitfield',
    payments: [
      {
        daysAgo: 41,
        payee: 'Fairview Property Management',
        address: '400 Court Square, Fairview',
        purpose: 'One month of rent that was owed',
        receiptKind: 'statement',
        as: 'pdf',
        customer: 'D. Whitfield, Apartment 3B',
        number: 'Tenant account 0077 3152',
        items: [['Rent, one month', 850]],
      },
    ],
    page: {
      publicName: 'A month of rent between two jobs',
      summary: 'Laid off in the spring, working again in August, and one month behind.',
      story:
        'A warehouse worker lost his job in the spring. In August he found a new one, but the first wages came too late for the rent, and the landlord would wait only until the end of the month.\n\nWe paid the month directly to the property management. Their statement shows that the account is even again. He has kept the apartment, and the job.',
    },
    photos: [
      {
        scene: 'door',
        caption: 'Still home.',
        alternativeText: 'The green front door of a brick house, with a key in the lock.',
      },
      {
        scene: 'keys',
        caption: 'The letter that says that nothing is owed any more.',
        alternativeText: 'A signed letter beside a ring with two keys.',
      },
    ],
  },
  {
    nominee: 'Tanya Reyes',
    payments: [
      {
        ...market,
        daysAgo: 42,
        purpose: 'Groceries for two weeks',
        number: 'Card ending 9027',
        items: [
          ['Rice, beans and pasta', 31.4],
          ['Fruit and vegetables', 46.22],
          ['Milk, eggs and bread', 40.75],
        ],
      },
      {
        ...market,
        daysAgo: 35,
        purpose: 'Groceries until the benefits came back',
        number: 'Card ending 9027',
        items: [
          ['Fruit and vegetables', 38.13],
          ['Milk, eggs and bread', 43.5],
        ],
      },
    ],
    page: {
      publicName: 'Six weeks of groceries for a family of five',
      summary: 'A paperwork error stopped their benefits. Dinner did not have to wait for it.',
      story:
        'A mother of three who works nights at a hospital lost her food benefits to a mistake in the paperwork. It took six weeks to mend.\n\nUntil then she shopped at the market around the corner, and we paid at the till. When the benefits came back she called us the same day, so that the rest could go to somebody else. There was no rest: it came out to the cent.',
    },
    photos: [
      {
        scene: 'groceries',
        caption: 'The first of the two big shops.',
        alternativeText: 'Two full paper bags, bread and jars on a kitchen table.',
      },
    ],
  },
  {
    nominee: 'Grace Abernathy',
    payments: [
      {
        daysAgo: 34,
        payee: 'Fairview Gas Company',
        address: '1 Utility Plaza, Fairview',
        purpose: 'What was owed on a gas account, four days before it would have been shut off',
        receiptKind: 'statement',
        as: 'pdf',
        customer: 'G. Abernathy, 9 Orchard Court',
        number: 'Account 3300 48172',
        items: [
          ['Balance of September', 121.5],
          ['Balance of October', 138.5],
        ],
      },
    ],
    page: {
      publicName: 'Heat for a neighbor of 84',
      summary: 'She kept it at 55 degrees to afford her pills. It is 68 now.',
      story:
        'A retired seamstress had fallen behind on her gas account because her medicine came first. She wore two coats indoors.\n\nWe paid what was owed directly to the gas company. A volunteer sealed the windows, and helped her to apply for the winter rate, so that it will not come to this again.',
    },
    photos: [
      {
        scene: 'radiator',
        caption: 'The best seat, already taken.',
        alternativeText: 'A cat on a red armchair beside a warm radiator; snow outside the window.',
      },
    ],
  },
  {
    nominee: 'Jamal Peters',
    payments: [
      {
        daysAgo: 31,
        payee: 'County Ambulance Service',
        address: '12 Harbor Street, Fairview',
        purpose: 'One ride in an ambulance, out of collections',
        receiptKind: 'vendor_receipt',
        as: 'pdf',
        customer: 'Jamal Peters, born 03/14/1998',
        number: 'Patient 118-20-771',
        items: [
          ['Emergency transport', 495],
          ['Mileage', 45.25],
        ],
      },
    ],
    page: {
      publicName: 'The ambulance after a bicycle accident',
      summary: 'The leg healed in two months. The bill would have stayed for years.',
      story:
        'A young cook was hit by a car on his way to work. He healed well, but the bill of $540.25 for the ambulance went to a collection agency while he could not work.\n\nWe paid it in full, and the ambulance service took it back from the agency. A bicycle shop gave him a wheel.',
    },
    photos: [
      {
        scene: 'bicycle',
        caption: 'On the road again.',
        alternativeText: 'A red bicycle with a basket in front of a sandstone wall.',
      },
    ],
  },
  {
    nominee: 'Ruth Ellison',
    payments: [
      {
        daysAgo: 17,
        payee: 'Miller Lumber Yard',
        address: '600 Railroad Avenue, Fairview',
        purpose: 'Lumber and anti-slip boards for a ramp of 22 feet',
        receiptKind: 'vendor_receipt',
        as: 'picture',
        customer: 'R. Ellison, 31 Hill Street',
        number: 'Card ending 7715',
        items: [
          ['Treated lumber, 22 ft ramp', 438.8],
          ['Anti-slip boards', 74],
        ],
      },
      {
        daysAgo: 13,
        payee: 'Saturday Carpenters of Fairview',
        address: 'A club of volunteers',
        purpose: 'Screws, brackets and paint; the work itself was a donation',
        receiptKind: 'organiser_note',
        as: 'pdf',
        customer: 'For R. Ellison, 31 Hill Street',
        number: 'Paid in cash to J. Brandt',
        items: [
          ['Screws and brackets', 33.7],
          ['Weatherproof paint', 27.5],
        ],
      },
    ],
    released: 'The carpenters asked nothing for their work.',
    page: {
      publicName: 'A ramp to come home on',
      summary: 'Eleven steps stood between a grandmother and her front door. Now none do.',
      story:
        'After a stroke, a grandmother of four could go home from rehab only when somebody carried her up eleven steps.\n\nSix volunteers built a ramp of 22 feet in one Saturday. We paid for the lumber, the screws and the paint. On Sunday she rolled up to her own door by herself, twice, because the first time nobody had a camera ready.\n\nThe work was a donation, so $116.00 was left and went back to the donors’ donations.',
    },
    photos: [
      {
        scene: 'ramp',
        caption: 'Sunday, the second time.',
        alternativeText: 'An old lady in a wheelchair rolls up a wooden ramp to her house.',
      },
      {
        scene: 'lumber',
        caption: 'Saturday at seven in the morning.',
        alternativeText: 'A stack of boards, a hammer, a tool box and a ruler on a lawn.',
      },
    ],
  },
  {
    nominee: 'Sam and Joy Whitaker',
    payments: [
      {
        daysAgo: 26,
        payee: 'Main Street Fuel',
        address: '77 Main Street, Fairview',
        purpose: 'Six gas cards for the drives to dialysis',
        receiptKind: 'vendor_receipt',
        as: 'picture',
        customer: 'Lydia Frost, 40 Lake Drive',
        number: 'Card ending 2093',
        items: [['6 gas cards of $20.00', 120]],
        isUnpublished: true,
      },
    ],
  },
];
