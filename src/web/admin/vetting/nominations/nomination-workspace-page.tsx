import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { sumCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilesSection } from '#web/admin/publishing/files/files-section.tsx';
import { useUploads } from '#web/admin/publishing/files/use-uploads.ts';
import { PublicPageSection } from '#web/admin/publishing/public-pages/public-page-section.tsx';
import { UpdatesSection } from '#web/admin/publishing/updates/updates-section.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { ExpensesSection } from '#web/admin/spending/expenses/expenses-section.tsx';
import { PageContents } from '#web/admin/ui/page-contents.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { DecisionsSection } from '#web/admin/vetting/appeals/decisions-section.tsx';
import { ChecklistSection } from '#web/admin/vetting/checklists/checklist-section.tsx';
import { ConsentSection } from '#web/admin/vetting/consents/consent-section.tsx';
import { CorrectionsSection } from '#web/admin/vetting/corrections/corrections-section.tsx';
import { GoalModal } from '#web/admin/vetting/nominations/goal-modal.tsx';
import { NominationOverview } from '#web/admin/vetting/nominations/nomination-overview.tsx';
import classes from '#web/admin/vetting/nominations/nomination-workspace-page.module.css';
import { RequestDetails } from '#web/admin/vetting/nominations/request-details.tsx';
import { NotesSection } from '#web/admin/vetting/notes/notes-section.tsx';
import { QuestionsSection } from '#web/admin/vetting/questions/questions-section.tsx';
import { ReviewsSection } from '#web/admin/vetting/reviews/reviews-section.tsx';
import { readId } from '#web/client/paths.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const name = 'Check, Spending, and Proof';
const back = { to: paths.admin.nominations, text: 'Back to Manage Nominations' };

/** A nomination's expenses, files, public page, and updates: what happens to its money after it was allocated. */
export default function NominationWorkspacePage() {
  const { id: idInPath = '' } = useParams();
  const id = readId<NominationId>(idInPath);
  const nomination = useEndpoint(endpoints.getNomination, { params: { id } });
  usePageTitle(nomination.data?.nominee);
  if (nomination.data) return <Workspace nomination={nomination.data} />;
  return (
    <>
      <PageHeader title={name} back={back} />
      {nomination.isError ? (
        <ErrorNotice
          text="This nomination could not be loaded."
          onRetry={() => void nomination.refetch()}
        />
      ) : (
        <ProgressRing />
      )}
    </>
  );
}

function Workspace({ nomination }: { nomination: Nomination }) {
  const { id, nominee, allocatedAmount, isAccepted } = nomination;
  const maySpend = useMay('money.write');
  const expenses = useEndpoint(endpoints.listExpenses, { params: { id } });
  const uploads = useUploads(id);
  const mayRead = useMay('nominations.read');
  const goal = useModal('goal');
  const record = useModal('record');
  const counted = expenses.data?.filter(({ undoneAt }) => undoneAt === null);
  const spent = counted && sumCents(counted.map(({ amount }) => amount));
  return (
    <div className={classes.page}>
      <PageHeader title={nominee} eyebrow={name} back={back} />
      {isAccepted && maySpend && (
        <div className={classes.action}>
          <Button color="marigold" onClick={() => record.open()}>
            Record an Expense
          </Button>
        </div>
      )}
      <NominationOverview
        nomination={nomination}
        spentCents={spent}
        onEditGoal={() => goal.open()}
      />
      <PageContents
        parts={[
          ...(mayRead
            ? [
                { id: 'questions', text: 'Nominator and Questions' },
                { id: 'checklist', text: 'Checklist' },
                { id: 'reviews', text: 'Recommendations' },
                { id: 'notes', text: 'Notes' },
              ]
            : []),
          ...(mayRead
            ? [
                { id: 'decisions', text: 'Decisions' },
                { id: 'consent', text: 'Consent of the Nominee' },
              ]
            : []),
          { id: 'expenses', text: 'Expenses' },
          { id: 'files', text: 'Receipts, Photos, and Videos' },
          { id: 'public-page', text: 'Public Page' },
          { id: 'updates', text: 'Updates' },
        ]}
      />
      {mayRead && (
        <div id="questions">
          <QuestionsSection nomination={nomination}>
            <RequestDetails nomination={nomination} />
            <CorrectionsSection nomination={nomination} />
          </QuestionsSection>
        </div>
      )}
      {mayRead && <VettingSections nominationId={id} />}
      {mayRead && (
        <>
          <div id="decisions">
            <DecisionsSection nomination={nomination} />
          </div>
          <div id="consent">
            <ConsentSection nomination={nomination} />
          </div>
        </>
      )}
      <div id="expenses">
        <ExpensesSection
          nominationId={id}
          causeId={nomination.cause.id}
          leftCents={spent === undefined ? 0 : allocatedAmount - spent}
          canSpend={isAccepted && maySpend}
          uploads={uploads}
        />
      </div>
      <div id="files">
        <FilesSection nominationId={id} uploads={uploads} />
      </div>
      <div id="public-page">
        <PublicPageSection nominationId={id} />
      </div>
      <div id="updates">
        <UpdatesSection nominationId={id} />
      </div>
      <IfMay right="nominations.decide">
        <GoalModal nomination={nomination} {...goal.dialog} />
      </IfMay>
    </div>
  );
}

/** What the team does among itself before it decides. */
function VettingSections({ nominationId }: { nominationId: NominationId }) {
  return (
    <>
      <div id="checklist">
        <ChecklistSection nominationId={nominationId} />
      </div>
      <div id="reviews">
        <ReviewsSection nominationId={nominationId} />
      </div>
      <div id="notes">
        <NotesSection nominationId={nominationId} />
      </div>
    </>
  );
}
