import type { Statement } from '#contract/receipts/statements.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { ContentLead, ContentPage } from '#web/site/shared/content-page.tsx';
import { PrivatePage } from '#web/site/shared/private-page.tsx';
import { SaveButton } from '#web/site/shared/save-button.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** What somebody gave in a period, behind a private link whose secret only the browser has. */
export default function StatementView() {
  return (
    <PrivatePage<Statement>
      secretKey="statement-link"
      load={(token) => call(endpoints.openStatement, { body: { token } })}
      name="Your statement"
      withoutScript="Your link stays in the email."
      wrongLink={() => <WrongLink />}
    >
      {({ data, token }) => <StatementDetails statement={data} token={token} />}
    </PrivatePage>
  );
}

function WrongLink() {
  return (
    <ContentPage>
      <h1>This link does not work</h1>
      <p>
        It may be incomplete, or too old. We email you a link to all of your donations, where you
        can save a statement of each year.
      </p>
      <p>
        <ButtonLink href={paths.donorPage}>Email me the link to my donations</ButtonLink>
      </p>
    </ContentPage>
  );
}

function StatementDetails({ statement, token }: { statement: Statement; token: string }) {
  const { from, to, donations, total } = statement;
  return (
    <ContentPage>
      <header>
        <h1>Your Statement</h1>
        <ContentLead>
          {`What you gave from ${formatDay(from)} to ${formatDay(to)}: ${formatCents(total)}, without what was returned. Thank you!`}
        </ContentLead>
      </header>
      <SaveButton
        label="Save as a PDF file"
        load={() => call(endpoints.getStatementPdf, { body: { token } })}
      />
      <ul className="list above-8 below-8" aria-label="Your donations">
        {donations.map(({ receivedOn, cause, amount, cover, returned, receiptNumber }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two donations may be the same, and they do not move
          <li key={index} className="row unwrapped gap-8 gap-y-4 pad-y-4 between lined">
            <div>
              <p>{cause}</p>
              <p className="soft">
                {`${formatDay(receivedOn)}, ${receiptNumber === null ? 'no receipt of its own' : `receipt No. ${receiptNumber}`}`}
              </p>
            </div>
            <div className="right numbers">
              <strong>{formatCents(amount)}</strong>
              {cover > 0 && <p className="soft">{`${formatCents(cover)} of it for card costs`}</p>}
              {returned > 0 && <p className="soft">{`${formatCents(returned)} returned`}</p>}
            </div>
          </li>
        ))}
      </ul>
      <p className="soft">
        Donations with a receipt number have a receipt of their own, which this statement does not
        replace. Do not count them twice.
      </p>
    </ContentPage>
  );
}
