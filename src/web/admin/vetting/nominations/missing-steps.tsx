import { Link } from 'react-router';
import type { NominationChecklist } from '#contract/vetting/checklists.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { countOf } from '#core/platform/counts.ts';
import { missingPoints } from '#core/vetting/checklists.ts';
import { nominationActions, nominationStatus } from '#core/vetting/nomination-status.ts';
import { reviewsNeeded } from '#core/vetting/reviews.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { useNominationPath } from '#web/admin/vetting/nominations/nominations-filter.ts';

/** What a nomination lacks before it can be accepted; nothing unless the settings ask for it. */
export function MissingSteps({ nomination }: { nomination: Nomination }) {
  const { id } = nomination;
  const isOpen = nominationActions(nominationStatus(nomination)).includes('accept');
  const pathOf = useNominationPath();
  const isShown = useMay('nominations.decide') && isOpen;
  const request = isShown ? { params: { id } } : null;
  const checklist = useEndpoint(endpoints.getNominationChecklist, request);
  const reviews = useEndpoint(endpoints.listReviews, request);
  if (!isShown) return null;
  const steps = [
    ...checklistSteps(checklist.data),
    ...(reviews.data?.isNeeded && reviews.data.given < reviewsNeeded
      ? [
          {
            part: 'reviews',
            text: `${reviews.data.given} of ${reviewsNeeded} recommendations`,
          },
        ]
      : []),
  ];
  const isOut = reviews.data?.conflicts.some(({ isOwn }) => isOwn) ?? false;
  if (steps.length === 0 && !isOut) return null;
  return (
    <div>
      {isOut && (
        <p>You have declared a conflict of interest, so a colleague decides about this one.</p>
      )}
      {steps.length > 0 && (
        <p>
          Missing before it can be accepted:{' '}
          {steps.map(({ part, text }, index) => (
            <span key={part}>
              {index > 0 && ', '}
              <Link to={`${pathOf(id)}#${part}`}>{text}</Link>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  );
}

function checklistSteps(state: NominationChecklist | undefined) {
  if (!state?.isRequired) return [];
  if (state.checklist === null) return [{ part: 'checklist', text: 'its checklist' }];
  const missing = missingPoints(state.checklist.points.filter(({ isOnList }) => isOnList)).length;
  if (missing === 0) return [];
  return [
    {
      part: 'checklist',
      text: countOf(missing, 'required point'),
    },
  ];
}
