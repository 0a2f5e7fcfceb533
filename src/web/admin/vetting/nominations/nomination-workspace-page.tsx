import { Checkbox } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { sumCents } from '#core/platform/money.ts';
import {
  canReceiveFunds,
  nominationActions,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
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
import { FoldedSection, isEverythingOpen } from '#web/admin/ui/folded-section.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { countOpenDialogs } from '#web/admin/ui/use-dialog-order.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { DecisionsSection } from '#web/admin/vetting/appeals/decisions-section.tsx';
import { ChecklistSection } from '#web/admin/vetting/checklists/checklist-section.tsx';
import { ConsentSection } from '#web/admin/vetting/consents/consent-section.tsx';
import { CorrectionsSection } from '#web/admin/vetting/corrections/corrections-section.tsx';
import { MissingSteps } from '#web/admin/vetting/nominations/missing-steps.tsx';
import {
  NeighborKeys,
  NeighborLinks,
  useNeighbors,
} from '#web/admin/vetting/nominations/neighbor-links.tsx';
import {
  EndingActions,
  NominationPageActions,
} from '#web/admin/vetting/nominations/nomination-actions.tsx';
import { DonorsTable, Submitted } from '#web/admin/vetting/nominations/nomination-details.tsx';
import { NominationDialogs } from '#web/admin/vetting/nominations/nomination-dialogs.tsx';
import { NominationFacts } from '#web/admin/vetting/nominations/nomination-facts.tsx';
import { NominationMoneySection } from '#web/admin/vetting/nominations/nomination-money-section.tsx';
import classes from '#web/admin/vetting/nominations/nomination-workspace-page.module.css';
import {
  useNominationPath,
  useNominationsFilter,
} from '#web/admin/vetting/nominations/nominations-filter.ts';
import { SinceOpened } from '#web/admin/vetting/nominations/since-opened.tsx';
import { NotesSection } from '#web/admin/vetting/notes/notes-section.tsx';
import { QuestionsSection } from '#web/admin/vetting/questions/questions-section.tsx';
import { ReviewsSection } from '#web/admin/vetting/reviews/reviews-section.tsx';
import { readId, withQuery } from '#web/client/paths.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

const name = 'Nomination';

/** How often somebody who works on a nomination learns what others did with it, in milliseconds. */
const lookMs = 15_000;

/** A nomination from the story to the proof: what it is about, what can be done now, and what belongs to this stage. */
export default function NominationWorkspacePage() {
  const { id: idInPath = '' } = useParams();
  const id = readId<NominationId>(idInPath);
  const nomination = useEndpoint(
    endpoints.getNomination,
    { params: { id } },
    { refetchInterval: (data) => (data === undefined ? false : lookMs) },
  );
  const { address } = useNominationsFilter();
  const back = {
    to: withQuery(paths.admin.nominations, address),
    text: 'Back to Manage Nominations',
  };
  usePageTitle(nomination.data?.nominee);
  if (nomination.data) return <Workspace key={id} nomination={nomination.data} back={back} />;
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

interface WorkspaceProps {
  nomination: Nomination;
  back: { to: string; text: string };
}

function Workspace({ nomination, back }: WorkspaceProps) {
  const { id, nominee } = nomination;
  const neighbors = useNeighbors(id);
  const mayDecide = useMay('nominations.decide');
  const [goesOn, setGoesOn] = useLocalStorage({ key: 'next-after-decision', defaultValue: false });
  const next = goesOn ? neighbors?.next : undefined;
  const goOn = useGoOn(next?.id);
  const place = { over: '' as const, ...(next && { onDecided: goOn }) };
  const { query, set } = useQueryState();
  const isAllOpen = isEverythingOpen(`${query}`);
  const status = nominationStatus(nomination);
  const isPending = status === 'pending';
  // With keys, so that what is typed stays when a decision changes their order.
  const check = <CheckSections key="check" nomination={nomination} isNow={isPending} />;
  const consent = <ConsentOf key="consent" nomination={nomination} />;
  const decisions = <DecisionsOf key="decisions" nomination={nomination} {...place} />;
  const money = <MoneySections key="money" nomination={nomination} />;
  const otherStage = (
    <p key="stage" className={`soft strong ${classes.stage}`}>
      {isPending ? 'After a decision' : 'Before the decision'}
    </p>
  );
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <PageHeader title={nominee} eyebrow={name} back={back} />
        <NominationFacts nomination={nomination} />
        <div className={classes.acts}>
          <SinceOpened nomination={nomination} />
          <NominationPageActions nomination={nomination} {...place} />
          <NeighborLinks neighbors={neighbors} />
        </div>
      </div>
      <div className="row gap-5 gap-y-1 center above-3">
        {mayDecide && nominationActions(status).length > 0 && (
          <Checkbox
            label="After a decision, open the next one"
            size="sm"
            checked={goesOn}
            onChange={({ currentTarget: { checked } }) => setGoesOn(checked)}
          />
        )}
        <NeighborKeys neighbors={neighbors} />
        <span className="small">
          <TextButton onClick={() => set({ open: isAllOpen ? null : 'all' })}>
            {isAllOpen ? 'Open only what matters now' : 'Open all sections'}
          </TextButton>
        </span>
      </div>
      <MissingSteps nomination={nomination} />
      <h2 className="visually-hidden">Story and Contact</h2>
      <div className={classes.story}>
        <Submitted nomination={nomination} />
        <IfMay right="nominations.read">
          <CorrectionsSection nomination={nomination} />
        </IfMay>
      </div>
      {isPending
        ? [check, consent, decisions, otherStage, money]
        : [decisions, consent, money, otherStage, check]}
      <NominationDialogs nomination={nomination} {...place} />
    </div>
  );
}

/** Goes on to the next nomination, instead of what is open here. */
function useGoOn(next: NominationId | undefined): () => void {
  const pathOf = useNominationPath();
  const navigate = useNavigate();
  const [to, setTo] = useState<string | null>(null);
  // Once the decided goal is no longer something typed, which leaving would ask about.
  useEffect(() => {
    if (to !== null) void navigate(to, { replace: countOpenDialogs() > 0 });
  }, [to, navigate]);
  return () => {
    if (next !== undefined) setTo(pathOf(next));
  };
}

/** What the team does before it decides; for whoever may not read it, why it is not there. */
function CheckSections({ nomination, isNow }: { nomination: Nomination; isNow: boolean }) {
  const { id, hasUnreadAnswer } = nomination;
  if (!useMay('nominations.read')) {
    return (
      <p className="soft above-5">
        Questions, the checklist, recommendations, notes, decisions, and the nominee’s consent are
        for colleagues who may read nominations in full.
      </p>
    );
  }
  return (
    <>
      <QuestionsSection nomination={nomination} opens={isNow || hasUnreadAnswer} />
      <ChecklistSection nominationId={id} opens={isNow} />
      <NotesSection nominationId={id} opens={isNow} />
      <ReviewsSection nominationId={id} opens={isNow} />
    </>
  );
}

/** Open as long as the nominee does not want what is done here. */
function ConsentOf({ nomination }: { nomination: Nomination }) {
  const { consentSaid } = nomination;
  return (
    <IfMay right="nominations.read">
      <ConsentSection
        nomination={nomination}
        opens={consentSaid !== null && consentSaid !== 'given'}
      />
    </IfMay>
  );
}

type Place = Pick<Parameters<typeof EndingActions>[0], 'over' | 'onDecided'>;

function DecisionsOf({ nomination, ...place }: Place & { nomination: Nomination }) {
  const mayDecide = useMay('nominations.decide');
  const isRejected = nominationStatus(nomination) === 'rejected';
  return (
    <IfMay right="nominations.read">
      <DecisionsSection nomination={nomination} opens={isRejected || nomination.hasOpenAppeal}>
        {mayDecide && canReceiveFunds(nomination) && (
          <EndingActions nomination={nomination} {...place} withLetter />
        )}
      </DecisionsSection>
    </IfMay>
  );
}

/** The money of a nomination, and what everybody sees of it. */
function MoneySections({ nomination }: { nomination: Nomination }) {
  const { id, cause, allocatedAmount, isAccepted } = nomination;
  const expenses = useEndpoint(endpoints.listExpenses, { params: { id } });
  const uploads = useUploads(id);
  const maySpend = useMay('money.write');
  const counted = expenses.data?.filter(({ undoneAt }) => undoneAt === null);
  const spent = counted && sumCents(counted.map(({ amount }) => amount));
  const hasMoney = allocatedAmount > 0;
  return (
    <>
      <NominationMoneySection nomination={nomination} spentCents={spent} opens={isAccepted} />
      <FoldedSection
        id="donors"
        title="Donors"
        summary={nomination.allocations.length}
        opens={false}
      >
        <DonorsTable nomination={nomination} over="" />
      </FoldedSection>
      <ExpensesSection
        nominationId={id}
        causeId={cause.id}
        leftCents={spent === undefined ? 0 : allocatedAmount - spent}
        canSpend={isAccepted && maySpend}
        uploads={uploads}
        opens={hasMoney}
      />
      <FilesSection nominationId={id} uploads={uploads} opens={hasMoney} />
      <PublicPageSection nominationId={id} opens={false} />
      <UpdatesSection nominationId={id} opens={false} />
    </>
  );
}
