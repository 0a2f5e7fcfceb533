/* What there is to do on a new site before real money comes. */

/** Whoever does a step: an owner, a treasurer, or the person who runs the server. */
export const stepDoers = {
  owner: 'An owner',
  treasurer: 'A treasurer',
  server: 'Whoever runs the server',
} as const;

interface FirstStep {
  title: string;
  by: keyof typeof stepDoers;
  /**
   * A person says that it is done, because the software cannot know, or because a charity can do without. All others are
   * done when the software sees it.
   */
  isByHand?: true;
}

/** The first steps of a site, in the order in which they are best done. */
export const firstSteps = {
  name: { title: 'Name and looks', by: 'server' },
  social: { title: 'Social networks', by: 'server' },
  currency: { title: 'Time zone and currency', by: 'owner', isByHand: true },
  causes: { title: 'Causes', by: 'owner' },
  receipts: { title: 'Legal name and tax receipts', by: 'owner', isByHand: true },
  secondFactor: { title: 'A second factor for every owner', by: 'owner' },
  secondOwner: { title: 'A second owner', by: 'owner' },
  teamEmail: { title: 'The team’s address', by: 'server' },
  mail: { title: 'Email, with a test', by: 'server' },
  provider: { title: 'The payment provider', by: 'server' },
  testDonation: { title: 'A test donation', by: 'owner' },
  webhook: { title: 'Reports of the payment provider', by: 'server' },
  backupKey: { title: 'The key to the backups, kept elsewhere', by: 'server', isByHand: true },
  bankAccount: { title: 'The bank account', by: 'treasurer', isByHand: true },
  checklists: { title: 'Checklists', by: 'owner', isByHand: true },
  retention: { title: 'How long data stays', by: 'owner', isByHand: true },
  legalTexts: { title: 'Legal texts, read by a lawyer', by: 'owner', isByHand: true },
  receiptLook: { title: 'A look at a receipt', by: 'owner', isByHand: true },
  goLive: { title: 'Going live', by: 'server' },
} as const satisfies Record<string, FirstStep>;

/** The name of one of {@link firstSteps}. */
export type FirstStepName = keyof typeof firstSteps;
/** The names of {@link firstSteps}, in their order. */
export const firstStepNames = Object.keys(firstSteps) as FirstStepName[];

/** A step that a person says is done. */
export type StepByHand = {
  [Name in FirstStepName]: (typeof firstSteps)[Name] extends { isByHand: true } ? Name : never;
}[FirstStepName];
/** Whether a person says of a step that it is done. */
export function isByHand(name: FirstStepName): name is StepByHand {
  return 'isByHand' in firstSteps[name];
}
