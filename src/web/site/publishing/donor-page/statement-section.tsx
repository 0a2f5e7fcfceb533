import { useState } from 'react';
import type { DonorDonation } from '#contract/publishing/donor-page.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import classes from '#web/site/publishing/donor-page/statement-section.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import fields from '#web/site/shared/fields.module.css';
import { SaveButton } from '#web/site/shared/save-button.tsx';

interface StatementSectionProps {
  donations: readonly DonorDonation[];
  token: string;
}

/** A statement of one year, as a file to keep. */
export function StatementSection({ donations, token }: StatementSectionProps) {
  const years = yearsOf(donations);
  const [year, setYear] = useState(years[0] ?? '');
  return (
    <ContentSection title="Your Statement">
      <p>
        Everything that you gave in one year as a PDF file: dates, amounts with what you added for
        card costs, and receipt numbers.
      </p>
      <div className={`row gap-4 gap-y-3 center ${classes.choice}`}>
        <label className={fields.label} htmlFor="statement-year">
          Year
        </label>
        <div className={fields.select}>
          <select
            id="statement-year"
            className={fields.input}
            value={year}
            onChange={(event) => setYear(event.currentTarget.value)}
          >
            {years.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <svg viewBox="0 0 12 8" aria-hidden="true">
            <path d="m1 1 5 5 5-5" />
          </svg>
        </div>
        <SaveButton
          label="Save the statement"
          load={() =>
            call(endpoints.getOwnStatement, {
              body: { token, from: `${year}-01-01`, to: `${year}-12-31` },
            })
          }
        />
      </div>
    </ContentSection>
  );
}

/** The years in which something was given, the latest first. */
function yearsOf(donations: readonly DonorDonation[]): string[] {
  const years = donations.map(({ receivedOn }) => receivedOn.slice(0, 4));
  return [...new Set(years)].sort().reverse();
}
