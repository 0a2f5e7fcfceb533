import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { GiftAidLine, getGiftAid } from '#contract/receipts/gift-aid.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { Detail, DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Money } from '#web/shared/money.tsx';

const back = { to: paths.admin.taxReceipts, text: 'Back to Tax Receipts' };
type GiftAid = ResponseOf<typeof getGiftAid>;

/** What can be claimed under Gift Aid. The address holds the dialogs `claim` and `undo`. */
export default function GiftAidPage() {
  const found = useEndpoint(endpoints.getGiftAid);
  const lines = usePages(endpoints.listGiftAidLines);
  return (
    <PageSections>
      <PageHeader title="Gift Aid" back={back}>
        <ExportButton list="gift-aid" query={{}} />
      </PageHeader>
      <PageLead>
        Donations that a declaration covers and that are not claimed yet. Export the schedule, copy
        its lines into the spreadsheet of HM Revenue & Customs, which takes 1,000 of them, and mark
        them as claimed once you have sent it. What was imported, what was given more than 4 years
        ago, and what a donor got something for is left out.
      </PageLead>
      <CallState call={found} failed="Gift Aid could not be loaded." />
      {found.data && <Sums found={found.data} />}
      <DataTable
        label="Next claim"
        columns={giftAidColumns}
        rows={lines}
        of="what can be claimed"
        emptyText="There is nothing to claim."
        emptyHint={
          <p>
            Donors declare on the donation form and on their page; what they say or sign elsewhere
            is recorded on the page of the donor.
          </p>
        }
        errorText="What can be claimed could not be loaded."
      />
      {found.data && <Claims claims={found.data.claims} />}
    </PageSections>
  );
}

function Sums({ found: { isOn, due, adjustments } }: { found: GiftAid }) {
  const claim = useModal('claim');
  const mayWrite = useMay('money.write');
  let obstacle: string | null = null;
  if (!isOn) obstacle = 'Switch Gift Aid on under Settings > Receipts and Tax first.';
  else if (due.lines + adjustments.lines === 0) obstacle = 'There is nothing to claim.';
  return (
    <>
      <DetailList
        rows={{
          'To Claim': `${countOf(due.lines, 'donation')}, ${formatCents(due.amount)}`,
          Adjustment:
            adjustments.lines > 0 &&
            `${formatCents(adjustments.amount)} of ${countOf(adjustments.lines, 'claimed donation')} went back to donors. Take it off the next claim.`,
        }}
      />
      {mayWrite && (
        <PageActions>
          <ReasonedButton reason={obstacle} onClick={() => claim.open()}>
            Mark as Claimed
          </ReasonedButton>
        </PageActions>
      )}
      <ClaimModal due={due} adjustments={adjustments} {...claim.dialog} />
    </>
  );
}

function Claims({ claims }: { claims: GiftAid['claims'] }) {
  const mayWrite = useMay('money.write');
  const [asked, setAsked] = useState<GiftAid['claims'][number] | null>(null);
  if (claims.length === 0) return null;
  return (
    <TitledSection title="Claims">
      <DetailList>
        {claims.map((claim) => (
          <Detail key={claim.id} name={formatDay(claim.claimedOn)}>
            <p>
              {`${countOf(claim.lines, 'line')}, ${formatCents(claim.amount)} by ${claim.claimedBy}`}
              {claim.adjustment > 0 && `, less ${formatCents(claim.adjustment)}`}
              {claim.reference !== '' && ` (${claim.reference})`}
              {claim.undone !== null && `. Undone: ${claim.undone.reason}`}
            </p>
            {mayWrite && claim.undone === null && (
              <Button variant="subtle" color="clay" size="sm" onClick={() => setAsked(claim)}>
                Undo
              </Button>
            )}
          </Detail>
        ))}
      </DetailList>
      {asked && (
        <ReasonModal
          title="Undo This Claim"
          text="Its donations count as not claimed again, such as after the tax office refused it. The claim stays in this list as undone."
          action="Undo Claim"
          hint="Kept with the claim."
          opened
          onClose={() => setAsked(null)}
          to={endpoints.undoGiftAidClaim}
          said="The claim was undone"
          params={{ id: asked.id }}
        />
      )}
    </TitledSection>
  );
}

const giftAidColumns: Columns<GiftAidLine> = [
  {
    header: 'Donor',
    onPhone: 'title',
    show: ({ id, name }) => <Link to={paths.manageDonation(id)}>{name || 'Erased donor'}</Link>,
  },
  { header: 'House', value: ({ house }) => house },
  { header: 'Postcode', value: ({ postcode }) => postcode || 'Abroad' },
  { header: 'Received', value: ({ receivedOn }) => formatDay(receivedOn) },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
];

interface ClaimModalProps extends DialogProps {
  due: { lines: number; amount: number };
  adjustments: { lines: number; amount: number };
}

/** Marks what is due as claimed. */
function ClaimModal({ due, adjustments, ...dialog }: ClaimModalProps) {
  const less =
    adjustments.amount > 0
      ? ` Enter ${formatCents(adjustments.amount)} that went back to donors as an adjustment on the claim.`
      : '';
  return (
    <FormDialog
      {...dialog}
      title="Mark as Claimed"
      text={`${countOf(due.lines, 'donation')} of ${formatCents(due.amount)} in all count as claimed from then on, and are in no later schedule.${less}`}
      action="Mark as Claimed"
      isHarmless
      to={endpoints.markGiftAidClaimed}
      initialValues={{ claimedOn: '', reference: '' }}
      toBody={(typed) => ({
        ...typed,
        expectedLines: due.lines + adjustments.lines,
        expectedTotal: due.amount - adjustments.amount,
      })}
      said="The claim is recorded."
    >
      {(form) => (
        <>
          <TextInput
            type="date"
            label="Claimed on"
            aria-required="true"
            data-autofocus
            {...form.getInputProps('claimedOn')}
          />
          <TextInput
            label="Reference"
            description="Optional: what HM Revenue & Customs calls the claim."
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </>
      )}
    </FormDialog>
  );
}
