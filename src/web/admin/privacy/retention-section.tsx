import { Link } from 'react-router';
import type { RetentionPreview } from '#contract/privacy/privacy.ts';
import { formatCount } from '#core/platform/counts.ts';
import { mostRowsCounted } from '#core/privacy/retention.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/privacy/privacy-page.module.css';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What leaves because of its age: what the next run would remove, before it does. */
export function RetentionSection() {
  const retention = useEndpoint(endpoints.getRetention);
  return (
    <TitledSection title="What Leaves With Its Age">
      <CallState call={retention} failed="What the next run would remove could not be loaded." />
      {retention.data && <Preview preview={retention.data} />}
    </TitledSection>
  );
}

function inWords(rows: number | null): string {
  if (rows === null) return 'Nothing';
  return rows > mostRowsCounted ? `More than ${formatCount(mostRowsCounted)}` : formatCount(rows);
}

function Preview({ preview: { isOn, ranAt, rules } }: { preview: RetentionPreview }) {
  const mayChange = useMay('settings.write');
  return (
    <>
      <p>
        {isOn
          ? 'Switched on: once a day, what is listed here is removed. Amounts and the ledger never are.'
          : 'Switched off: nothing is removed. This is what the first run would remove.'}
        {ranAt !== null && ` The last run was on ${formatDate(ranAt)}.`}{' '}
        {mayChange && (
          <Link to={paths.settingsGroup('retention')}>
            {isOn ? 'Change the periods' : 'Choose the periods, and switch it on'}
          </Link>
        )}
      </p>
      {/* A few short rows: nothing to sort, and nothing more to load. */}
      <table className={`full max-46 ${classes.rules}`} aria-label="What the next run removes">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">After</th>
            <th scope="col">Next run</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ name, title, period, rows, examples }) => (
            <tr key={name}>
              <th scope="row">
                {title}
                {examples.length > 0 && (
                  <ul className="list soft">
                    {examples.map(({ text, path }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: texts may be the same, and the list never changes
                      <li key={index}>{path === null ? text : <Link to={path}>{text}</Link>}</li>
                    ))}
                    {(rows ?? 0) > examples.length && <li>and more</li>}
                  </ul>
                )}
              </th>
              <td>{period}</td>
              <td>{inWords(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
