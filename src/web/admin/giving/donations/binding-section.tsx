import { Link } from 'react-router';
import type { Donation } from '#contract/giving/donations.ts';
import { bindingEndNames } from '#core/giving/bound-donations.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';

/** The need that a donation was given for, and since when and why it is free; nothing for one to a cause. */
export function BindingSection({ binding }: Pick<Donation, 'binding'>) {
  if (binding === null) return null;
  const { id, nominee, until, releasedAt, why } = binding;
  return (
    <DetailSection title="Given for One Need">
      <DetailList
        rows={{
          Need: (
            <Link to={paths.manageNomination(id)} title="Show the nomination">
              {nominee}
            </Link>
          ),
          ...(releasedAt === null || why === null
            ? { 'May Go to No Other': `Until ${formatDate(until)} at the latest` }
            : { 'Free Since': `${formatDate(releasedAt)}: ${bindingEndNames[why]}` }),
        }}
      />
    </DetailSection>
  );
}
