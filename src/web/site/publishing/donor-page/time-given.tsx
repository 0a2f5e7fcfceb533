import type { DonorTime } from '#contract/publishing/donor-page.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/publishing/donor-page/donor-view.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface TimeGivenProps {
  time: DonorTime;
  timeZone: string;
}

/** The hours that somebody worked for us, and how we thanked them. */
export function TimeGiven({ time: { minutes, hours, thanks }, timeZone }: TimeGivenProps) {
  return (
    <ContentSection title="Your Time">
      <p>{`You have given us ${describeTime(minutes)}. Thank you!`}</p>
      <ul className="list" aria-label="Your hours">
        {hours.map(({ id, day, minutes: worked, what, need }) => (
          <li key={id} className="row gap-8 gap-y-4 pad-y-5 center between lined">
            <div>
              <strong>{describeTime(worked)}</strong>
              <p>{what}</p>
              <p className="soft">
                {formatDay(day)}
                {need && (
                  <>
                    {', for '}
                    <a href={paths.need(need.id)}>{need.name}</a>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {thanks.map(({ id, createdAt, text }) => (
        <blockquote key={id} className={classes.thanks}>
          <p>{text}</p>
          <footer className="soft">{`Our thanks of ${formatDate(createdAt, timeZone)}`}</footer>
        </blockquote>
      ))}
    </ContentSection>
  );
}
