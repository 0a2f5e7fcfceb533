import type { ProofStory } from './proofs.ts';

const clinic = {
  payee: 'Fairview Low-Cost Vet Clinic',
  address: '88 Mill Road, Fairview',
  as: 'pdf',
  customer: 'Dot Larsen, 14 Mill Road',
  number: 'Client 20418',
} as const;

/** What was done for groups. */
export const proofsOfGroups: ProofStory[] = [
  {
    nominee: 'Lincoln Elementary, Room 12',
    payments: [
      {
        daysAgo: 62,
        payee: 'Second Story Books',
        address: '7 Library Lane, Fairview',
        purpose: '96 picture and chapter books, four for each child',
        receiptKind: 'vendor_receipt',
        as: 'pdf',
        customer: 'Priya Raman, 22 Elm Street',
        number: 'Card ending 4411',
        items: [
          ['48 picture books, used', 120],
          ['48 chapter books, used', 181.6],
        ],
      },
      {
        daysAgo: 60,
        payee: 'Paper & Pine',
        address: '19 Main Street, Fairview',
        purpose: '24 cloth bags to carry the books home',
        receiptKind: 'vendor_receipt',
        as: 'picture',
        customer: 'Priya Raman, 22 Elm Street',
        number: 'Card ending 4411',
        items: [['24 cotton bags', 42]],
      },
    ],
    released: 'The bookshop gave a discount: $44.80 less than planned.',
    page: {
      publicName: 'Four books for every child of a class',
      summary: 'Half of a class had no books at home. Now 24 children have four each, to keep.',
      story:
        'The teacher of a second-grade class asked for 96 books, because half of her children had none at home.\n\nA second-hand bookshop opened an hour early so that the class could choose. Each child took home four books in a cloth bag. One boy chose four about whales.\n\nThe shop gave a discount, so $44.80 was left. It went back to the donations it came from, for the next classroom.',
    },
    photos: [
      {
        scene: 'desk',
        caption: 'The books, an hour before the class came in.',
        alternativeText: 'Three stacks of books in many colors on a desk in front of a blackboard.',
      },
      {
        scene: 'reading',
        caption: 'The new reading corner.',
        alternativeText: 'Two children sit on a green rug and read, beside a full bookshelf.',
      },
    ],
  },
  {
    nominee: 'Feral Friends of Fairview',
    payments: [
      {
        ...clinic,
        daysAgo: 52,
        purpose: 'Neutering and shots for the first eight cats',
        receiptKind: 'vendor_receipt',
        items: [['8 cats, neutering and rabies shot', 160]],
      },
      {
        ...clinic,
        daysAgo: 45,
        purpose: 'Neutering and shots for the other eight cats',
        receiptKind: 'organiser_note',
        items: [['8 cats, neutering and rabies shot', 160]],
      },
    ],
    page: {
      publicName: 'Sixteen cats behind the old mill',
      summary: 'Caught, neutered, vaccinated, and back home before kitten season.',
      story:
        'Volunteers look after the cats behind the old mill. Without help there would have been sixty of them by summer.\n\nThe low-cost clinic took eight cats on each of two Sundays. All sixteen are back behind the mill, healthy, with a clipped ear that says so.\n\nFor the second Sunday we have the note of the organizer; the clinic writes one receipt a month.',
    },
    photos: [
      {
        scene: 'cats',
        caption: 'Four of the sixteen, the evening they came back.',
        alternativeText: 'Four cats sit on a wall in the moonlight, an old mill behind them.',
      },
      {
        scene: 'carrier',
        caption: 'At the clinic: number nine of sixteen.',
        alternativeText: 'A cat in a green carrier on a table, beside a list with ticks.',
      },
    ],
  },
  {
    nominee: 'Riverside Refugee Welcome',
    payments: [
      {
        daysAgo: 12,
        payee: 'Oak Street Apartments',
        address: '55 Oak Street, Fairview',
        purpose: 'A part of the first month of rent for the second apartment',
        receiptKind: 'statement',
        as: 'pdf',
        customer: 'Riverside Refugee Welcome, Unit 12',
        number: 'Account 61-40-228',
        items: [['Rent, part payment', 150]],
      },
    ],
    page: {
      publicName: 'A first apartment for a family that fled',
      summary:
        "The furniture is there, and so are the neighbors. The first month's rent is nearly paid.",
      story:
        'Two families arrived this month. For the first one everything was ready. For the second one the rent of the first month was missing.\n\nPart of it is paid, and the landlord holds the apartment. The rest follows as donations for housing come in.',
    },
    photos: [
      {
        scene: 'apartment',
        caption: 'The living room, the day before they came.',
        alternativeText: 'A blue sofa, a plant and moving boxes in a bright room.',
      },
    ],
  },
  {
    nominee: 'Fairview Adult Literacy',
    payments: [
      {
        daysAgo: 15,
        payee: 'Readwell Press',
        address: '2 Print Works Way, Dayton',
        purpose: '18 workbooks for adults who learn to read',
        receiptKind: 'vendor_receipt',
        as: 'pdf',
        customer: 'Omar Said, 5 Chapel Street',
        number: 'Card ending 3008',
        items: [
          ['18 workbooks', 117],
          ['Shipping', 9],
        ],
      },
    ],
    page: {
      publicName: 'Eighteen workbooks, nobody has to share',
      summary: 'Every Tuesday eighteen adults learn to read. Each has a book of their own now.',
      story:
        'The course had used the same twelve workbooks for four years and copied the rest. The oldest student is 71; she wants to read to her grandson.\n\nThe new books came in two weeks ago. What is left will pay for pencils and a set of easy novels.',
    },
    photos: [
      {
        scene: 'classroom',
        caption: 'Tuesday evening.',
        alternativeText: 'Three adults sit at desks in front of a blackboard.',
      },
      {
        scene: 'workbooks',
        caption: 'Page one.',
        alternativeText: 'An open workbook, a pencil and a cup of coffee on a table.',
      },
    ],
  },
  {
    nominee: 'Northside Community Pantry',
    payments: [
      {
        daysAgo: 10,
        payee: 'Kitchen Supply Depot',
        address: '1450 Industrial Drive, Fairview',
        purpose: 'A used commercial freezer, delivered',
        receiptKind: 'vendor_receipt',
        as: 'pdf',
        customer: 'Tom Okafor, 3 Northside Road',
        number: 'Card ending 6140',
        items: [
          ['Upright freezer, used, 1 year warranty', 449],
          ['Delivery and old unit taken away', 40],
        ],
      },
      {
        daysAgo: 7,
        payee: 'Valley Poultry',
        address: 'Route 9, Valley',
        purpose: '60 pounds of chicken, for the delivery that was lost',
        receiptKind: 'vendor_receipt',
        as: 'picture',
        customer: 'Tom Okafor, 3 Northside Road',
        number: 'Card ending 6140',
        items: [['60 lb chicken, frozen', 84.6]],
      },
    ],
    page: {
      publicName: 'A freezer for the pantry of 90 families',
      summary: 'The old one broke with a full delivery in it. The new one is running, and filling.',
      story:
        'A food pantry on the north side feeds about 90 families each week. In one hot night its freezer broke, and with it a full delivery of chicken.\n\nThe new freezer is a used one from a restaurant, with a one-year warranty. It was delivered on a Thursday, and by Friday it was half full. The rest of the money is for the next delivery.',
    },
    photos: [
      {
        scene: 'freezer',
        caption: 'Half full on the first Friday.',
        alternativeText: 'An open freezer with four shelves of food; a volunteer stands beside it.',
      },
      {
        scene: 'pantry',
        caption: 'The shelves beside it, ready for Saturday.',
        alternativeText: 'A volunteer in front of long shelves with jars, cans and boxes.',
      },
    ],
    film: {
      path: 'freezer.webm',
      scene: 'freezer',
      caption: 'How sixty pounds of chicken disappear: seven seconds, no sound.',
      alternativeText: 'A drawn film: box after box flies into the freezer, then its door closes.',
    },
  },
  {
    nominee: 'Luna the therapy horse',
    payments: [
      {
        daysAgo: 8,
        payee: 'Hoof & Field Veterinary',
        address: '230 Valley Road, Fairview',
        purpose: 'An X-ray of the jaw, to plan the surgery',
        receiptKind: 'vendor_receipt',
        as: 'pdf',
        customer: 'Beth Quinn, Valley Stables',
        number: 'Client 1187',
        items: [['X-ray and visit, half', 38.5]],
      },
    ],
    released: 'The X-ray showed that the surgery would not help her.',
    page: {
      publicName: 'The teeth of a therapy horse',
      summary: 'There was no surgery: an X-ray showed that it would not have helped.',
      story:
        'For eleven years Luna carried children who cannot walk. She had trouble with her teeth, and donations were set aside for half of a surgery.\n\nThe X-ray showed an old fracture that surgery cannot mend. She eats soft feed now, and she has retired to the pasture. The X-ray was paid; the rest went back to the donations it came from.',
    },
    photos: [
      {
        scene: 'pasture',
        caption: 'Retired.',
        alternativeText:
          'A brown horse at a wooden fence in a green pasture, with somebody beside it.',
      },
    ],
  },
];
