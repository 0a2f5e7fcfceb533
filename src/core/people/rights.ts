/* What each role may do, and what somebody may be allowed to do at all. */

/** Everything that a signed-in person may be allowed to do. Each call of the API names one of these. */
export const rights = [
  /** See donations, nominations, allocations, and totals, without contact details and without stories. */
  'lists.read',
  /** See the names, addresses, and messages of donors. */
  'contacts.read',
  /** See what nominations ask for: their stories, without who nominated. */
  'needs.read',
  /** See who nominated and how to reach them, and what they and the team said. */
  'nominations.read',
  /** Check nominations, set goals, and decide. */
  'nominations.decide',
  /** Propose an allocation, which somebody with `allocations.write` approves. */
  'allocations.propose',
  /** Allocate and release. */
  'allocations.write',
  /** Record spending, refund, send receipts, and settle what payments raise. */
  'money.write',
  /** See who offers time, how to reach them, and what they did. */
  'volunteers.read',
  /** Answer offers of time, record and confirm hours, and thank volunteers. */
  'volunteers.write',
  /** See files that are not public, such as receipts with names on them. */
  'files.read',
  /** Upload files, describe them, and black out parts of them. */
  'files.write',
  /** Write public pages and updates that are not public yet. */
  'pages.draft',
  /** Make the public copies of receipts public, or take them back. */
  'receipts.publish',
  /** Make pages, photos, videos, and updates public, or take them back. */
  'pages.publish',
  /** Hand out, erase, and let age what is stored about donors, nominators, and nominees. */
  'privacy.write',
  /** Download lists. */
  'exports.create',
  /** Read the audit trail. */
  'audit.read',
  /** Send undelivered mail again, or discard it. */
  'mail.write',
  /** Add, change, and delete causes. */
  'causes.write',
  /** Invite people, change and remove them, and decide what they may do. */
  'people.write',
  /** Change how the site works. */
  'settings.write',
] as const;

/** One of {@link rights}. */
export type Right = (typeof rights)[number];

/** What a person does in the charity. A person may have several roles. */
export const roles = [
  'viewer',
  'case-worker',
  'publisher',
  'treasurer',
  'volunteer-coordinator',
  'privacy-officer',
  'auditor',
  'owner',
] as const;

/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** The rights of each role. An owner has all of them. */
export const rightsOfRole: Record<Role, readonly Right[]> = {
  viewer: ['lists.read'],
  'case-worker': [
    'lists.read',
    'needs.read',
    'nominations.read',
    'nominations.decide',
    'allocations.propose',
    'files.read',
    'files.write',
    'pages.draft',
  ],
  publisher: [
    'lists.read',
    'files.read',
    'files.write',
    'pages.draft',
    'receipts.publish',
    'pages.publish',
  ],
  treasurer: [
    'lists.read',
    'contacts.read',
    'needs.read',
    'allocations.propose',
    'allocations.write',
    'money.write',
    'volunteers.read',
    'volunteers.write',
    'files.read',
    'files.write',
    'receipts.publish',
    'exports.create',
    'mail.write',
  ],
  'volunteer-coordinator': ['lists.read', 'volunteers.read', 'volunteers.write'],
  'privacy-officer': [
    'lists.read',
    'contacts.read',
    'needs.read',
    'nominations.read',
    'volunteers.read',
    'privacy.write',
    'audit.read',
  ],
  auditor: [
    'lists.read',
    'contacts.read',
    'needs.read',
    'nominations.read',
    'volunteers.read',
    'files.read',
    'exports.create',
    'audit.read',
  ],
  owner: rights,
};

/** Each role in words: its name, and what it is for. */
export const roleWords: Record<Role, { name: string; text: string }> = {
  viewer: {
    name: 'Viewer',
    text: 'Sees lists and totals, but nobody’s contact details or stories.',
  },
  'case-worker': {
    name: 'Case worker',
    text: 'Reads nominations, talks to nominators, decides, and drafts pages.',
  },
  publisher: {
    name: 'Publisher',
    text: 'Writes and publishes pages, photos, receipts, and updates.',
  },
  treasurer: {
    name: 'Treasurer',
    text: 'Allocates, records spending, publishes its receipts, refunds, and looks after donors and volunteers.',
  },
  'volunteer-coordinator': {
    name: 'Volunteer coordinator',
    text: 'Answers offers of time, confirms hours, and thanks volunteers.',
  },
  'privacy-officer': {
    name: 'Privacy officer',
    text: 'Finds, hands out, and erases what is stored about people, and reads the audit trail.',
  },
  auditor: {
    name: 'Auditor',
    text: 'Reads money, nominations, and the audit trail, and changes nothing.',
  },
  owner: {
    name: 'Owner',
    text: 'Does everything, including people and settings.',
  },
};

/** What somebody with these roles may do, in the order of {@link rights}. */
export function rightsOf(held: readonly Role[]): Right[] {
  return rights.filter((right) => held.some((role) => rightsOfRole[role].includes(right)));
}

/** Roles as words: `describeRoles(["treasurer", "auditor"])` is `"Treasurer, Auditor"`, in the order of {@link roles}. */
export function describeRoles(held: readonly Role[]): string {
  return roles
    .filter((role) => held.includes(role))
    .map((role) => roleWords[role].name)
    .join(', ');
}

/**
 * What several roles are together, for whoever gives them to somebody: `"Viewer adds nothing to Owner."`
 * Empty for a single role.
 */
export function describeTogether(held: readonly Role[]): string {
  if (held.length < 2) return '';
  const names = (which: readonly Role[]) => describeRoles(which).replace(/, ([^,]+)$/, ' and $1');
  const idle = held.filter((role) => {
    const others = rightsOf(held.filter((other) => other !== role));
    return rightsOfRole[role].every((right) => others.includes(right));
  });
  if (idle.length === 0)
    return `Together, ${names(held)} allow everything that any of them allows.`;
  const rest = names(held.filter((role) => !idle.includes(role)));
  return `${names(idle)} ${idle.length === 1 ? 'adds' : 'add'} nothing to ${rest || 'the others'}.`;
}
