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
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** What the public can read about a nomination, and where the team writes and publishes it. */
export function PublicPageSection({
  nominationId,
  opens,
}: {
  nominationId: NominationId;
  opens: boolean;
}) {
  const page = useEndpoint(endpoints.getPublicPage, { params: { id: nominationId } });
  const mayDraft = useMay('pages.draft');
  const mayPublish = useMay('pages.publish');
  return (
    <FoldedSection
      id="public-page"
      title="Public Page"
      summary={page.data && wordOf(page.data)}
      opens={opens}
    >
      <CallState call={page} failed="The public page could not be loaded." />
      {page.data && (
        <>
          <p>
            <StatusMark shape={page.data.isPublished ? 'tick' : 'ring'} word={wordOf(page.data)} />
          </p>
          {mayDraft && (mayPublish || !page.data.isPublished) ? (
            <PublicPageForm page={page.data} />
          ) : (
            <PageTexts page={page.data} />
          )}
        </>
      )}
    </FoldedSection>
  );
}

const wordOf = ({ isPublished }: PublicPage) => (isPublished ? 'Public' : 'Not public');

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
