import { recordInKindDonation } from '#server/giving/in-kind/commands.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { centsOf } from './amounts.ts';
import { contact } from './contact.ts';

/** Things that two people gave, one of which everybody can read about. */
export async function seedInKind(db: Db, mailer: Mailer, team: TeamMember): Promise<void> {
  const services = { mailer, isReal: false };
  const nobody = { firstName: '', lastName: '', email: '' };
  await recordInKindDonation(
    db,
    team,
    {
      firstName: 'Imani',
      lastName: 'Brooks',
      email: contact('Imani', 'Brooks').email,
      description: 'Twelve winter coats for adults, little worn, and a box of gloves',
      receivedOn: dayAgo(9),
      value: centsOf(240),
      valueFrom: 'donor',
      publicText: 'Twelve winter coats and a box of gloves',
    },
    null,
    services,
  );
  await recordInKindDonation(
    db,
    team,
    {
      ...nobody,
      description: 'A used chest freezer, left at the door with a note that it works',
      receivedOn: dayAgo(3),
      valueFrom: 'charity',
      publicText: '',
    },
    null,
    services,
  );
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
