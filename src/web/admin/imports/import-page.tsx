import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { busyImportStates } from '#core/imports/imports.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { CausesSection } from '#web/admin/imports/causes-section.tsx';
import { ImportMark } from '#web/admin/imports/import-mark.tsx';
import { LinesSection } from '#web/admin/imports/lines-section.tsx';
import { MappingSection } from '#web/admin/imports/mapping-section.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { leaving } from '#web/admin/ui/typed-forms.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const back = { to: paths.admin.imports, text: 'Back to Import Donations' };

/** One import: described, checked, and made. The address holds the dialogs `delete` and `take-back`. */
export default function ImportPage() {
  const { id: idInPath = '' } = useParams();
  const found = useEndpoint(
    endpoints.getImport,
    { params: { id: readId<ImportId>(idInPath) } },
    { refetchInterval: (now) => (isAtWork(now?.state) ? 1_000 : false) },
  );
  usePageTitle(found.data?.fileName);
  if (found.data) return <Details found={found.data} />;
  return (
    <>
      <PageHeader title="Import" back={back} />
      <CallState call={found} failed="This import could not be loaded." />
    </>
  );
}

function Details({ found }: { found: ImportDetail }) {
  const { state, fileName, problem, titles, warnings } = found;
  const mayWrite = useMay('money.write');
  const [isChanging, setChanging] = useState(false);
  // Somebody else may have imported it meanwhile.
  const isDescribing = isChanging && state === 'checked';
  const isBusy = isAtWork(state);
  const isDescribed = state === 'checked' && !isDescribing;
  return (
    <PageSections>
      <PageHeader title={fileName || 'A file without a name'} eyebrow="Import" back={back} />
      <WaitingRequests about={found.id} />
      <Facts found={found} />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {state === 'checked' && warnings.length > 0 && (
        <div role="alert">
          {warnings.map((warning) => (
            <p key={warning} className="problem">
              {warning}
            </p>
          ))}
        </div>
      )}
      {isBusy && <Progress found={found} />}
      {mayWrite && titles.length > 0 && (state === 'uploaded' || isDescribing) && (
        <MappingSection
          found={found}
          onCancel={state === 'checked' ? () => setChanging(false) : null}
        />
      )}
      {isDescribed && found.causes.length > 0 && (
        <CausesSection found={found} mayWrite={mayWrite} />
      )}
      {mayWrite && !isDescribing && (
        <Actions
          found={found}
          onDescribe={isDescribed && titles.length > 0 ? () => setChanging(true) : null}
        />
      )}
      {state !== 'uploaded' && !isBusy && !isDescribing && (
        <LinesSection key={found.revision} found={found} />
      )}
    </PageSections>
  );
}

/** Whether a job is at work on it. */
function isAtWork(state: ImportDetail['state'] | undefined): boolean {
  return busyImportStates.some((busy) => busy === state);
}

function Facts({ found }: { found: ImportDetail }) {
  const { state, system, counts, amount, spentBefore, booked, takenBack, booking, takenBackBy } =
    found;
  const isIn = booking !== null && state !== 'booking';
  const isChecked = state !== 'uploaded' && state !== 'checking';
  const rest: [number, string][] = [
    [counts.known, 'known already'],
    [counts.changed, 'known, but different'],
    [counts.left_out, 'not completed, or refunded'],
    [counts.problem, 'that cannot be read'],
  ];
  const out = rest
    .filter(([count]) => count > 0)
    .map(([count, why]) => `${countOf(count, 'line')} ${why}`);
  return (
    <DetailList
      rows={{
        State: <ImportMark state={state} />,
        From: system !== '' && system,
        Uploaded: `${found.uploadedBy}, ${formatDate(found.createdAt)}`,
        [isIn ? 'Came In' : 'Comes In']:
          isChecked && `${countOf(counts.new, 'donation')}, ${formatCents(amount)}`,
        'Spent Before': isChecked && spentBefore > 0 && `${formatCents(spentBefore)} of that`,
        [isIn ? 'Did Not Come In' : 'Does Not Come In']:
          isChecked && (out.length > 0 ? out.join(', ') : 'Nothing'),
        Imported: booking && `${formatCount(booked)} by ${booking.name}, ${formatDate(booking.at)}`,
        'Taken Back':
          takenBackBy &&
          `${formatCount(takenBack)} by ${takenBackBy.name}, ${formatDate(takenBackBy.at)}: ${takenBackBy.reason}`,
      }}
    />
  );
}

function Progress({ found: { state, booked, takenBack, counts } }: { found: ImportDetail }) {
  const texts: Partial<Record<ImportDetail['state'], string>> = {
    checking: 'The file is being read and compared with what is here.',
    booking: `${formatCount(booked)} of ${countOf(counts.new, 'donation')} imported. You can leave this page.`,
    taking_back: `${formatCount(takenBack)} of ${countOf(booked, 'donation')} taken back. You can leave this page.`,
  };
  return (
    <div role="status">
      <ProgressRing />
      <p>{texts[state]}</p>
    </div>
  );
}

interface ActionsProps {
  found: ImportDetail;
  /** Null where there is nothing to describe. */
  onDescribe: (() => void) | null;
}

function Actions({ found, onDescribe }: ActionsProps) {
  const { id, revision, state, counts, amount, causes, booked } = found;
  const bookImport = useSendOnce(endpoints.bookImport);
  const deleteImport = useSend(endpoints.deleteImport, { said: 'The import was deleted' });
  const remove = useModal('delete');
  const takeBack = useModal('take-back');
  const navigate = useNavigate();
  const isCauseMissing = causes.some(({ causeId, obstacle }) => causeId === null && obstacle);
  let obstacle: string | null = null;
  if (counts.new === 0) {
    obstacle =
      counts.problem > 0
        ? 'Nothing in this file can be read yet. Choose “Describe Again.”'
        : 'There is nothing in this file that is not known yet.';
  }
  if (counts.new > 0 && isCauseMissing)
    obstacle = 'Choose a cause for each of these donations first.';
  return (
    <>
      <PageActions>
        {state === 'checked' && (
          <ReasonedButton
            reason={obstacle}
            loading={bookImport.isPending}
            onClick={() => void bookImport.send({ params: { id }, body: { revision } })}
          >
            {`Import ${countOf(counts.new, 'Donation')}`}
          </ReasonedButton>
        )}
        {onDescribe && (
          <Button variant="default" onClick={onDescribe}>
            Describe Again
          </Button>
        )}
        {(state === 'uploaded' || state === 'checked') && (
          <Button variant="subtle" color="clay" onClick={() => remove.open()}>
            Delete
          </Button>
        )}
        {state === 'booked' && (
          <Button variant="subtle" color="clay" onClick={() => takeBack.open()}>
            Take Back
          </Button>
        )}
      </PageActions>
      <ConfirmModal
        title="Delete This File"
        text="The file and everything that was read from it will be deleted. Nothing of it was imported."
        action="Delete"
        {...remove.dialog}
        onConfirm={async () => {
          await deleteImport.mutateAsync({ params: { id } });
          leaving.isMeant = true;
          await navigate(paths.admin.imports);
        }}
      />
      <ReasonModal
        title="Take the Import Back"
        text={`${countOf(booked, 'donation')} of ${formatCents(amount)} in all leave the books, all lists, and what the public sees, and so do the donors and causes that came with this file and have nothing else. Only the entries of the ledger stay. This works while none of the money has moved. After that, the same file can be imported again.`}
        action="Take Back"
        hint="Kept in the ledger."
        to={endpoints.takeBackImport}
        params={{ id }}
        said="The import is being taken back."
        {...takeBack.dialog}
      />
    </>
  );
}
