import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { ExpectedDonation, FittingDonation } from '#contract/giving/expected-donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FindDonorField } from '#web/admin/donors/donors/find-donor-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { readId } from '#web/client/paths.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import '#web/admin/ui/radio.css';

interface ExpectedPaymentModalProps extends DialogProps {
  expected: ExpectedDonation;
}

/** Says with which donation an expected one was paid: one of those that fit, or one that is looked for. */
export function ExpectedPaymentModal({ expected, ...dialog }: ExpectedPaymentModalProps) {
  const { id, kind, organization } = expected;
  const [search, setSearch] = useState('');
  const { data, isError, refetch } = useEndpoint(
    endpoints.listFittingDonations,
    { params: { id }, query: { search: search || undefined } },
    // So that the dialog does not jump at each word.
    { keepsLast: true },
  );
  return (
    <FormDialog
      {...dialog}
      title="Paid"
      text={`Which donation is it? If it is not booked yet, book it first as a donation of its own, with ${organization} as its donor, such as with a deposit.${kind === 'fund' ? ' Whoever asked the fund to give is thanked by email, if you entered an address.' : ''}`}
      action="Link the Donation"
      isHarmless
      to={endpoints.linkExpectedDonation}
      said="The payment was recorded"
      params={{ id }}
      initialValues={{ donationId: '' }}
      toBody={({ donationId }) => ({ donationId: readId<DonationId>(donationId) })}
      check={({ donationId }) => {
        // What was chosen may have left the list with the next search.
        const isShown = data?.some((each) => each.id === donationId);
        return isShown ? {} : { donationId: 'Choose a donation' };
      }}
      refusedField="donationId"
    >
      {(form) => (
        <>
          <FindDonorField label="Find a donation" value={search} onChange={setSearch} />
          {isError && (
            <ErrorNotice text="The donations could not be loaded." onRetry={() => void refetch()} />
          )}
          {!data && !isError && <ProgressRing />}
          {data?.length === 0 && (
            <p className="soft">
              {search === ''
                ? `No recent donation has the expected amount or a name like ${organization}. Look for another one above.`
                : 'No donation was found.'}
            </p>
          )}
          {data && data.length > 0 && (
            <Radio.Group
              label={search === '' ? 'Donations that fit' : 'Donations found'}
              {...form.getInputProps('donationId')}
            >
              <div className="stack gap-3 above-2 anywhere">
                {data.map((each) => (
                  <Radio
                    key={each.id}
                    value={each.id}
                    data-path="donationId"
                    label={`${each.donor}, ${formatCents(each.amount)}`}
                    description={describe(each)}
                  />
                ))}
              </div>
            </Radio.Group>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** When and for what it came, and why it fits. */
function describe({ receivedOn, cause, isSameAmount, isSimilarName }: FittingDonation): string {
  const reasons = [isSameAmount && 'Same amount.', isSimilarName && 'Similar name.'];
  return [`${formatDay(receivedOn)}, ${cause}.`, ...reasons.filter(Boolean)].join(' ');
}
