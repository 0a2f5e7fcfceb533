import { useContext } from 'react';
import type { Need } from '#contract/publishing/needs.ts';
import { formatDate } from '#core/platform/dates.ts';
import classes from '#web/site/publishing/needs/check-list.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { TimeZone } from '#web/site/shared/time-zone.ts';

/** What was found out about a need before it was accepted, and when. */
export function CheckList({ checks }: Pick<Need, 'checks'>) {
  const timeZone = useContext(TimeZone);
  if (checks.length === 0) return null;
  return (
    <ContentSection title="How we checked this">
      <ul className={`list below-4 ${classes.checks}`}>
        {checks.map(({ text, checkedAt }) => (
          <li key={text} className="grid gap-3 gap-y-0 pad-y-2 baseline underlined">
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <path d="m2 7.500 3.500 3.500L12 3.500" />
            </svg>
            <span>{text}</span>
            <time className="soft numbers" dateTime={checkedAt}>
              {formatDate(checkedAt, timeZone)}
            </time>
          </li>
        ))}
      </ul>
      <p className="soft">
        The papers behind it stay with our team, because they are about people.
      </p>
    </ContentSection>
  );
}
