import type { NominationId } from '#contract/ids.ts';
import type { PublicPage } from '#contract/publishing/public-pages.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PublicPageForm } from '#web/admin/publishing/public-pages/public-page-form.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList, DetailSection, DetailText } from '#web/admin/ui/detail-list.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** What the public can read about a nomination, and where the team writes and publishes it. */
export function PublicPageSection({ nominationId }: { nominationId: NominationId }) {
  const page = useEndpoint(endpoints.getPublicPage, { params: { id: nominationId } });
  const mayDraft = useMay('pages.draft');
  const mayPublish = useMay('pages.publish');
  return (
    <TitledSection title="Public Page">
      <CallState call={page} failed="The public page could not be loaded." />
      {page.data && (
        <>
          <p>
            <StatusMark
              shape={page.data.isPublished ? 'tick' : 'ring'}
              word={page.data.isPublished ? 'Public' : 'Not public'}
            />
          </p>
          {mayDraft && (mayPublish || !page.data.isPublished) ? (
            <PublicPageForm page={page.data} />
          ) : (
            <PageTexts page={page.data} />
          )}
        </>
      )}
    </TitledSection>
  );
}

/** The same for whoever may not change it. */
function PageTexts({ page }: { page: PublicPage }) {
  const { nominationId, publicName, summary, isPublished } = page;
  const mayDraft = useMay('pages.draft');
  if (publicName === '') return <EmptyNote>Nothing is written yet.</EmptyNote>;
  return (
    <>
      <DetailList rows={{ 'Public name': publicName, Summary: summary }} />
      {isPublished ? (
        <p>
          {mayDraft && 'The page is public, so only somebody who may publish can change it. '}
          <a href={paths.need(nominationId)}>See the public page</a>
        </p>
      ) : (
        <DetailSection title="Story">
          <DetailText>{page.story}</DetailText>
        </DetailSection>
      )}
    </>
  );
}
