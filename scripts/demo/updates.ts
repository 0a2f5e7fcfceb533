import type { UpdateKind } from '#contract/publishing/updates.ts';

/** An update for the donors of a need, with all of its published files. */
export interface UpdateStory {
  nominee: string;
  daysAgo: number;
  kind: UpdateKind;
  title: string;
  text: string;
}

export const updates: UpdateStory[] = [
  {
    nominee: 'Ruth Ellison',
    daysAgo: 10,
    kind: 'completed',
    title: 'She is home',
    text: 'On Saturday at seven in the morning six carpenters unloaded the lumber. On Sunday at four she rolled up the ramp by herself, turned around, and did it again.\n\nThe carpenters asked nothing for their work, so there was money left. It is back in your donation.',
  },
  {
    nominee: 'Northside Community Pantry',
    daysAgo: 5,
    kind: 'progress',
    title: 'The freezer is running',
    text: 'It came on Thursday, and by Friday it was half full. A volunteer filmed how the first delivery went in.\n\nThe old one is with a repair shop that takes it for parts.',
  },
  {
    nominee: 'Riverside Refugee Welcome',
    daysAgo: 4,
    kind: 'progress',
    title: 'The landlord holds the apartment',
    text: "Part of the first month's rent is paid. The family stays with volunteers until the rest has come; the children started school on Monday.",
  },
  {
    nominee: 'Luna the therapy horse',
    daysAgo: 6,
    kind: 'did_not_work_out',
    title: 'There will be no surgery',
    text: 'The X-ray showed an old fracture that no surgery can mend. The vet advised against it, and so did the stable.\n\nLuna eats soft feed now, and has retired to the pasture.',
  },
];
