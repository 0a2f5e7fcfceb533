import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import { consentPagePath } from '#contract/pages.ts';
import {
  type HelpStage,
  helpDecisions,
  helpLeads,
  readConsentCode,
} from '#core/vetting/consent.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import classes from '#web/admin/vetting/consents/consent-letter-page.module.css';
import { readId } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';

/** The letter to a nominee, to be printed. Its code is in the fragment, so no server has seen it since it was made. */
export default function ConsentLetterPage() {
  const { id: idInPath = '' } = useParams();
  const id = readId<NominationId>(idInPath);
  const nomination = useEndpoint(endpoints.getNomination, { params: { id } });
  const consent = useEndpoint(endpoints.getConsent, { params: { id } });
  const code = readConsentCode(useLinkSecret(`consent-letter ${id}`) ?? '');
  return (
    <>
      <div className={`stack below-8 start ${classes.screen}`}>
        <PageHeader
          title="Letter to the Nominee"
          back={{ to: paths.nominationWorkspace(id), text: 'Back to the Nomination' }}
        />
        {code === null ? (
          <p>
            The code of a letter is shown only once, and this tab does not know it anymore. Ask the
            nominee again for a new letter.
          </p>
        ) : (
          <Button onClick={() => window.print()}>Print</Button>
        )}
      </div>
      {code !== null && nomination.data && consent.data && (
        <article className={classes.letter} aria-label="Letter">
          <p>{siteInfo.name}</p>
          <p>{formatDate(new Date().toISOString())}</p>
          <p>{`About help for ${nomination.data.nominee}`}</p>
          <p>Hello,</p>
          <p>{helpLeads[consent.data.help](siteInfo.name, nomination.data.nominee)}</p>
          {consent.data.isShown && (
            <p>
              Something about it is on our website now. If you do not want it there, say so, and we
              take it down.
            </p>
          )}
          <p>
            {`You decide: ${helpDecisions[consent.data.help]}whether a name, a story, and photos may be seen, and until when. You can say no, and you can change your mind at any time.`}
          </p>
          <p>To see what we show or would show and to decide, open this page and type the code:</p>
          <p className={classes.code}>
            {`${window.location.origin}${consentPagePath}`}
            <br />
            {code}
          </p>
          <p>
            Anyone who has this code can decide in your place, so keep this letter to yourself. If
            you cannot use the internet, mark your answer here, sign it, and send this page back.
          </p>
          <ul className={`list below-6 ${classes.boxes}`}>
            <li>{yesAndNo[consent.data.help][0]}</li>
            <li>☐ The name may be shown.</li>
            <li>☐ The story may be shown.</li>
            <li>☐ Photos and videos may be shown.</li>
            <li>☐ Only until: ____________________</li>
            <li>{yesAndNo[consent.data.help][1]}</li>
          </ul>
          <p className="above-8">
            Name, and relation or role if you sign for somebody else: ______________________________
          </p>
          <p className="above-8">Date and signature: ______________________________</p>
        </article>
      )}
    </>
  );
}

const yesAndNo: Record<HelpStage, [yes: string, no: string]> = {
  proposed: ['☐ Yes, you may help.', '☐ No, please do not help.'],
  begun: ['☐ Yes, you may go on helping.', '☐ No, please do not go on.'],
  over: ['☐ Yes, you may show it.', '☐ No, please show nothing.'],
};
