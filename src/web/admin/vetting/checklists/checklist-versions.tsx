import type { Checklist } from '#contract/vetting/checklists.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import classes from '#web/admin/vetting/checklists/checklist-versions.module.css';

/** What a list was before: every version that somebody saved. */
export function ChecklistVersions({ versions }: Pick<Checklist, 'versions'>) {
  if (versions.length === 0) return null;
  return (
    <details className={classes.versions}>
      <summary>{countOf(versions.length, 'version')}</summary>
      <ul>
        {versions.map(({ version, createdAt, actor, points }) => (
          <li key={version}>
            <p>
              <strong>{`Version ${version}`}</strong>
              <span className="soft">{` ${actor}, ${formatMoment(createdAt)}`}</span>
            </p>
            <ul>
              {points.map(({ id, text, isRequired }) => (
                <li key={id}>{`${text}${isRequired ? ' (required)' : ''}`}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
