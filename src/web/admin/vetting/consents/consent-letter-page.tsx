import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import { consentPagePath } from '#contract/pages.ts';
import { readConsentCode } from '#core/vetting/consent.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
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
  const isCompleted = nomination.data ? nominationStatus(nomination.data) === 'completed' : false;
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
      {code !== null && nomination.data && (
        <article className={classes.letter} aria-label="Letter">
          <p>{siteInfo.name}</p>
          <p>{formatDate(new Date().toISOString())}</p>
          <p>{`About help for ${nomination.data.nominee}`}</p>
          <p>Hello,</p>
          <p>
            {isCompleted
              ? `${siteInfo.name} is a charity that shows where every cent goes. It has helped ${nomination.data.nominee}, and its website may show how. You decide what others may see.`
              : `somebody told us that ${nomination.data.nominee} could use help. ${siteInfo.name} is a charity that shows where every cent goes. You decide whether we may, and what others may see.`}
          </p>
          <p>
            {`You decide: ${isCompleted ? '' : 'whether we may help, '}whether a name, a story, and photos may be seen, and until when. You can say no, and you can change your mind at any time.`}
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
            <li>{isCompleted ? '☐ Yes, you may show it.' : '☐ Yes, you may help.'}</li>
            <li>☐ The name may be shown.</li>
            <li>☐ The story may be shown.</li>
            <li>☐ Photos and videos may be shown.</li>
            <li>☐ Only until: ____________________</li>
            <li>{isCompleted ? '☐ No, please show nothing.' : '☐ No, please do not help.'}</li>
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
