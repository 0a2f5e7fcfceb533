import type { Need } from '#contract/publishing/needs.ts';
import { formatDate } from '#core/dates.ts';
import classes from '#web/styles/impact.module.css';
import { PhotoList, VideoList } from '#web/site/publishing/needs/media-list.tsx';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { ReceiptList } from '#web/site/publishing/needs/receipt-list.tsx';

/** What was told about a need, oldest first. */
export function UpdatesTable({ updates }: Pick<Need, 'updates'>) {
  if (updates.length === 0) return null;
  return (
    <section id="updates" className={classes.section}>
      <h2>Updates</h2>
      <ol className={classes.updates}>
        {updates.map(({ id, publishedAt, kind, title, text, receipts, photos, videos }) => (
          <li key={id}>
            <p className={classes.when}>
              <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
              <NeedMark state={kind} />
            </p>
            <h3>{title}</h3>
            <p className={classes.text}>{text}</p>
            {receipts.length > 0 && <ReceiptList receipts={receipts} />}
            <PhotoList photos={photos} />
            <VideoList videos={videos} />
          </li>
        ))}
      </ol>
    </section>
  );
}
