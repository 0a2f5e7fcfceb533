import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Donation } from '#contract/giving/donations.ts';
import type { DonationReceipt } from '#contract/receipts/tax-receipts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { ReceiptMark } from '#web/admin/receipts/tax-receipts/receipt-mark.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { type Columns, mainFigure, PlainTable } from '#web/admin/ui/data-table.tsx';
import { DetailSection } from '#web/admin/ui/detail-list.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

/** The receipts of a donation, and what its donor got in return. */
export function ReceiptsSection({ donation: { id } }: { donation: Donation }) {
  const mayRead = useMay('contacts.read');
  const about = useEndpoint(endpoints.getReceiptsOfDonation, mayRead ? { params: { id } } : null);
  const goods = useModal('manage.goods');
  const issue = useSendOnce(endpoints.issueReceipts, {
    onDone: ({ refused }) =>
      refused[0] ? notifyError(refused[0].reason) : notifySuccess('The receipt was issued'),
  });
  if (!mayRead) return null;
  return (
    <DetailSection title="Tax Receipt">
      <CallState call={about} failed="The receipts could not be loaded." />
      {about.data && (
        <>
          {about.data.receipts.length === 0 ? (
            <p className="soft">{about.data.obstacle ?? 'No receipt was issued yet.'}</p>
          ) : (
            <PlainTable
              label="Receipts of this donation"
              columns={columns}
              items={about.data.receipts}
            />
          )}
          {about.data.goods && (
            <p>{`Given in return: ${about.data.goods.description}, worth ${formatCents(about.data.goods.value)}.`}</p>
          )}
          <IfMay right="money.write">
            <div className="row">
              {about.data.obstacle === null && (
                <Button
                  variant="default"
                  loading={issue.isPending}
                  onClick={() => void issue.send({ body: { ids: [id] } })}
                >
                  Issue a Receipt
                </Button>
              )}
              <Button variant="default" onClick={() => goods.open()}>
                Goods in Return
              </Button>
            </div>
          </IfMay>
        </>
      )}
    </DetailSection>
  );
}

const columns: Columns<DonationReceipt> = [
  {
    header: 'Number',
    onPhone: 'title',
    show: ({ id, number }) => (
      <Link to={paths.donationReceipt(id)} title="Show the receipt">
        {number}
      </Link>
    ),
  },
  { header: 'Issued', value: ({ issuedOn }) => formatDay(issuedOn) },
  { header: 'State', show: ({ state }) => <ReceiptMark state={state} /> },
  {
    header: 'Amount',
    ...mainFigure,
    value: ({ amount }) => (amount === null ? 'In kind' : formatCents(amount)),
  },
];
