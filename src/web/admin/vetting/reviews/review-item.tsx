import type { Review } from '#contract/vetting/reviews.ts';
import { countOf } from '#core/platform/counts.ts';
import { type Recommendation, recommendationNames } from '#core/vetting/reviews.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<Recommendation, StatusShape> = {
  for: 'tick',
  against: 'cross',
  unsure: 'ring',
};

/** What one person recommends, with what they recommended before. */
export function ReviewItem({ review }: { review: Review }) {
  const { reviewer, isOwn, counts, versions } = review;
  const [latest, ...earlier] = versions;
  if (!latest) return null;
  return (
    <li className="stack tight lined pad-y-4">
      <div className="row gap-4 gap-y-0 baseline">
        <h3 className="minor">{isOwn ? 'You' : (reviewer ?? 'Somebody who was removed')}</h3>
        <StatusMark
          shape={shapes[latest.recommendation]}
          word={recommendationNames[latest.recommendation]}
        />
      </div>
      <p className="words">{latest.reason}</p>
      <p className="soft small">
        {formatMoment(latest.createdAt)}
        {!counts &&
          '. Does not count anymore: this person no longer decides, or has declared a conflict of interest.'}
      </p>
      {earlier.length > 0 && (
        <details>
          <summary>{countOf(earlier.length, 'earlier version')}</summary>
          {earlier.map(({ version, createdAt, recommendation, reason }) => (
            <div key={version} className="quoted above-2 below-2">
              <p className="soft small">
                {`${recommendationNames[recommendation]}, ${formatMoment(createdAt)}`}
              </p>
              <p className="words">{reason}</p>
            </div>
          ))}
        </details>
      )}
    </li>
  );
}
