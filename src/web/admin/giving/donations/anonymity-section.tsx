import { Button } from '@mantine/core';
import type { Donation } from '#contract/giving/donations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { DetailSection } from '#web/admin/ui/detail-list.tsx';

/** Whether a donation is anonymous, which the team can say for a donor who asks for it. */
export function AnonymitySection({ donation }: { donation: Donation }) {
  const set = useSend(endpoints.setDonationAnonymity, { said: 'The choice was saved' });
  const { id, isAnonymous } = donation;
  return (
    <DetailSection title="Anonymity">
      <p className="soft">
        {isAnonymous
          ? 'The donor stays anonymous: nobody outside of the team is told the name.'
          : 'The donor has not asked to stay anonymous.'}
      </p>
      <IfMay right="money.write">
        <Button
          variant="default"
          loading={set.isPending}
          onClick={() => set.mutate({ params: { id }, body: { isAnonymous: !isAnonymous } })}
        >
          {isAnonymous ? 'The Donor Wants to Be Named' : 'The Donor Wants to Stay Anonymous'}
        </Button>
      </IfMay>
    </DetailSection>
  );
}
