import { useContext } from 'react';
import type { Need } from '#contract/publishing/needs.ts';
import { formatDate } from '#core/platform/dates.ts';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { PhotoList, VideoList } from '#web/site/publishing/needs/media-list.tsx';
import { ReceiptList } from '#web/site/publishing/needs/receipt-list.tsx';
import classes from '#web/site/publishing/needs/updates-section.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { TimeZone } from '#web/site/shared/time-zone.ts';

/** The published updates about a need, oldest first. */
export function UpdatesSection({ id: needId, updates }: Pick<Need, 'id' | 'updates'>) {
  const timeZone = useContext(TimeZone);
  if (updates.length === 0) return null;
  return (
    <ContentSection id="updates" title="Updates">
      <ol className={`list ${classes.updates}`}>
        {updates.map(({ id, publishedAt, kind, title, text, receipts, photos, videos }) => (
          <li key={id} className="stack gap-3 shrink">
            <p className="row gap-5 gap-y-1 soft">
              <time dateTime={publishedAt}>{formatDate(publishedAt, timeZone)}</time>
              <NeedMark state={kind} />
            </p>
            <h3>{title}</h3>
            <p className="as-typed">{text}</p>
            {receipts.length > 0 && <ReceiptList needId={needId} receipts={receipts} />}
            <PhotoList photos={photos} />
            <VideoList videos={videos} />
          </li>
        ))}
      </ol>
    </ContentSection>
  );
}
