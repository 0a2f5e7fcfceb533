import type { NominationId } from '#contract/ids.ts';
import { PublicPageForm } from '#web/admin/publishing/public-pages/public-page-form.tsx';
import { usePublicPage } from '#web/admin/queries/public-pages.ts';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** Where administrators write and publish what the public can read about a nomination. */
export function PublicPageSection({ nominationId }: { nominationId: NominationId }) {
  const page = usePublicPage(nominationId);
  return (
    <TitledSection title="Public Page">
      {page.isPending && <ProgressRing />}
      {page.isError && (
        <ErrorNotice
          text="The public page could not be loaded."
          onRetry={() => void page.refetch()}
        />
      )}
      {page.data && (
        <>
          <p>
            <StatusMark
              shape={page.data.isPublished ? 'tick' : 'ring'}
              word={page.data.isPublished ? 'Public' : 'Not public'}
            />
          </p>
          <PublicPageForm page={page.data} />
        </>
      )}
    </TitledSection>
  );
}
