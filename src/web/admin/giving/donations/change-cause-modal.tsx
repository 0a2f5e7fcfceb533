import { NativeSelect, Radio, Textarea } from '@mantine/core';
import { Link } from 'react-router';
import type { Donation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import {
  type CauseGround,
  causeGroundWords,
  mayBeOwnMistake,
  ownMistakeHours,
} from '#core/giving/cause-changes.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCents } from '#core/platform/money.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { readId } from '#web/client/paths.ts';
import '#web/admin/ui/radio.css';

const groundNotes: Record<CauseGround, string> = {
  donor_agreed: 'Ask first: the cause is what the donor was promised.',
  entered_by_us: `Possible for ${ownMistakeHours} hours after the donation was booked.`,
};

/** Gives all of a donation to another cause, with the donor’s agreement or because we entered the wrong one. */
export function ChangeCauseModal({ donation, ...dialog }: DialogProps & { donation: Donation }) {
  const causes = useEndpoint(endpoints.listCauses);
  const others = (causes.data ?? []).filter(({ id }) => id !== donation.cause.id);
  const mayBeOurs = mayBeOwnMistake(donation, new Date());
  const isTold = donation.email !== null && !isErasedAddress(donation.email);
  return (
    <FormDialog
      {...dialog}
      title="Change the Cause"
      text={`All ${formatCents(donation.amount)} of this donation, now for ${donation.cause.name}, goes to another cause. ${isTold ? 'The donor gets an email about it.' : 'There is no address of the donor, so nobody is told.'} Receipts stay right: they name no cause.`}
      action="Change the Cause"
      to={endpoints.changeDonationCause}
      params={{ id: donation.id }}
      initialValues={{
        causeId: '',
        ground: (mayBeOurs ? '' : 'donor_agreed') as CauseGround | '',
        agreement: '',
        reason: '',
      }}
      toBody={({ causeId, ground, ...rest }) => ({
        ...rest,
        causeId: readId<CauseId>(causeId),
        ground: ground as CauseGround,
      })}
      check={({ causeId }): Record<string, string> =>
        causeId === '' ? { causeId: 'Choose a cause' } : {}
      }
      refusedField="causeId"
      said="The cause was changed"
    >
      {(form) => (
        <>
          {donation.planId !== null && (
            <p>
              Only this donation changes. The next payments of its{' '}
              <Link to={paths.plan(donation.planId)}>recurring donation</Link> keep their cause
              until its donor changes it.
            </p>
          )}
          <NativeSelect
            label="New cause"
            data-autofocus
            data={[
              { value: '', label: 'Choose a cause' },
              ...others.map((cause) => ({ value: cause.id, label: nameWithState(cause) })),
            ]}
            {...form.getInputProps('causeId')}
          />
          {mayBeOurs && (
            <Radio.Group label="Why it may change" {...form.getInputProps('ground')}>
              <div className="stack gap-3 above-2 anywhere">
                {(Object.keys(causeGroundWords) as CauseGround[]).map((ground) => (
                  <Radio
                    key={ground}
                    value={ground}
                    data-path="ground"
                    label={causeGroundWords[ground]}
                    description={groundNotes[ground]}
                  />
                ))}
              </div>
            </Radio.Group>
          )}
          {form.values.ground === 'donor_agreed' && (
            <Textarea
              label="How the donor agreed"
              description="For example: on the phone, today."
              rows={2}
              aria-required="true"
              {...form.getInputProps('agreement')}
            />
          )}
          <ReasonField
            description="Kept in the audit trail; the donor does not see it."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
