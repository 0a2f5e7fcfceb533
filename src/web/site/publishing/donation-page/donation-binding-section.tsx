import type { DonationPage as Donation } from '#contract/publishing/donation-page.ts';
import { describeBinding } from '#core/giving/bound-donations.ts';
import { paths } from '#web/client/paths.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface DonationBindingSectionProps {
  donation: Donation;
  timeZone: string;
}

/** The need that a donation was given for, and whether it still can go to no other; nothing for one to a cause. */
export function DonationBindingSection({ donation, timeZone }: DonationBindingSectionProps) {
  const { binding, cause } = donation;
  if (binding === null) return null;
  return (
    <ContentSection title="What you gave for">
      <p>{describeBinding({ ...binding, cause }, timeZone)}</p>
      {binding.needId !== null && (
        <p>
          <a href={paths.need(binding.needId)}>See this need</a>
        </p>
      )}
    </ContentSection>
  );
}
