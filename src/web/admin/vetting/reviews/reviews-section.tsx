import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { NominationReviews } from '#contract/vetting/reviews.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { reviewsNeeded } from '#core/vetting/reviews.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useFocusBack } from '#web/admin/ui/use-focus-back.ts';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { ReviewForm } from '#web/admin/vetting/reviews/review-form.tsx';
import { ReviewItem } from '#web/admin/vetting/reviews/review-item.tsx';
import classes from '#web/admin/vetting/reviews/reviews-section.module.css';
import { TextButton } from '#web/ui/text-button.tsx';

/** What colleagues recommend about a nomination, and who has an interest of their own in it. */
export function ReviewsSection({
  nominationId,
  opens,
}: {
  nominationId: NominationId;
  opens: boolean;
}) {
  const reviews = useEndpoint(endpoints.listReviews, { params: { id: nominationId } });
  return (
    <FoldedSection
      id="reviews"
      title="Recommendations"
      summary={reviews.data && reviews.data.reviews.length + reviews.data.hidden}
      opens={opens}
    >
      <CallState call={reviews} failed="The recommendations could not be loaded." />
      {reviews.data && <Reviews nominationId={nominationId} state={reviews.data} />}
    </FoldedSection>
  );
}

interface ReviewsProps {
  nominationId: NominationId;
  state: NominationReviews;
}

function Reviews({ nominationId, state }: ReviewsProps) {
  const { reviews, hidden, conflicts, mayReview, mayDeclare } = state;
  const [isOpened, setOpen] = useState(false);
  const declare = useModal('conflict');
  const own = reviews.find(({ isOwn }) => isOwn);
  // The first one needs no button.
  const isOpen = mayReview && (isOpened || own === undefined);
  const button = useFocusBack(isOpen);
  return (
    <>
      <p>{describeRule(state)}</p>
      {conflicts.length > 0 && <Conflicts nominationId={nominationId} conflicts={conflicts} />}
      {reviews.length > 0 && (
        <ul className="list below-4 max-48" aria-label="Recommendations">
          {reviews.map((review) => (
            <ReviewItem key={review.versions.at(-1)?.createdAt} review={review} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={classes.hidden}>
          {`${countOf(hidden, 'colleague has', 'colleagues have')} given a recommendation. ${mayReview ? 'You can read it once you have given yours.' : 'You cannot read it now.'}`}
        </p>
      )}
      {isOpen && (
        <ReviewForm
          nominationId={nominationId}
          own={own?.versions[0]}
          onDone={() => setOpen(false)}
        />
      )}
      {(mayReview || mayDeclare) && (
        <div className="row above-3">
          {mayReview && !isOpen && (
            <Button ref={button} variant="default" onClick={() => setOpen(true)}>
              Change My Recommendation
            </Button>
          )}
          {mayDeclare && (
            <Button variant="default" onClick={() => declare.open()}>
              I Have a Conflict of Interest
            </Button>
          )}
        </div>
      )}
      <ConflictModal
        nominationId={nominationId}
        opened={declare.isOpen && mayDeclare}
        onClose={declare.close}
      />
    </>
  );
}

function describeRule({ aboveAmount, isNeeded, given }: NominationReviews): string {
  if (aboveAmount === null) {
    return 'A second opinion helps with a hard decision. Nobody has to wait for one.';
  }
  const rule = `A nomination with a goal above ${formatCents(aboveAmount)}, or without a goal, takes the recommendations of ${reviewsNeeded} people before it is accepted.`;
  if (!isNeeded) return rule;
  return given >= reviewsNeeded
    ? `${rule} They are there.`
    : `${rule} ${given === 0 ? 'Both are' : 'One is'} missing.`;
}

interface ConflictsProps {
  nominationId: NominationId;
  conflicts: NominationReviews['conflicts'];
}

function Conflicts({ nominationId, conflicts }: ConflictsProps) {
  const mayDecide = useMay('nominations.decide');
  const lift = useSend(endpoints.liftConflict, { said: 'The conflict was lifted' });
  const modal = useModal('lift-conflict');
  const shown = useLastValue(modal.value);
  const chosen = conflicts.find(({ userId }) => userId === shown);
  const isOut = conflicts.some(({ isOwn }) => isOwn);
  return (
    <>
      <ul className={`list below-4 ${classes.conflicts}`} aria-label="Conflicts of interest">
        {conflicts.map(({ userId, person, isOwn, reason, createdAt }) => (
          <li key={userId} className="row gap-4 gap-y-0 baseline">
            <span>
              {`${isOwn ? 'You have' : `${person} has`} declared a conflict of interest, ${formatMoment(createdAt)}${reason === '' ? '' : `: ${reason}`}`}
            </span>
            {isOwn && (
              <span className="soft">
                You neither check nor recommend nor decide here. If that was a mistake, a colleague
                can take it back.
              </span>
            )}
            {!isOwn && !isOut && mayDecide && (
              <TextButton onClick={() => modal.open(userId)}>
                Take back<span className="visually-hidden">{` what ${person} declared`}</span>
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmModal
        title="Take Back a Conflict of Interest"
        text={
          chosen &&
          `Only if ${chosen.person} declared it by mistake: they can then check, recommend, and decide again. The audit trail has your name.`
        }
        action="Take Back"
        opened={modal.isOpen && chosen !== undefined}
        onClose={modal.close}
        onConfirm={async () =>
          lift.mutateAsync({ params: { id: nominationId, userId: shown as UserId } })
        }
      />
    </>
  );
}

/** Asks before somebody excludes themselves. */
function ConflictModal({ nominationId, ...dialog }: DialogProps & { nominationId: NominationId }) {
  return (
    <FormDialog
      {...dialog}
      title="Declare a Conflict of Interest"
      text="For example, the nominee is your family, your friend, or your employer. From then on, you neither check nor recommend nor decide here, and what you have checked is to be checked again. Only a colleague can take that back."
      action="Declare"
      to={endpoints.declareConflict}
      said="The conflict was recorded"
      params={{ id: nominationId }}
      initialValues={{ reason: '' }}
    >
      {(form) => (
        <TextInput
          label="Reason (optional)"
          description="Only the team reads it."
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}
