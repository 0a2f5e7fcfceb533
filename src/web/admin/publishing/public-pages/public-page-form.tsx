import '#web/admin/ui/radio.css';
import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import type { PublicPage } from '#contract/publishing/public-pages.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useChange, useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import { fileStateText } from '#web/admin/publishing/files/file-words.ts';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';
import { PreviewPageModal } from '#web/admin/publishing/public-pages/preview-page-modal.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { call } from '#web/client/api-client.ts';
import { readId } from '#web/client/paths.ts';

/** Why a page cannot be published yet; null if it can, or if that is not known. */
function obstacleTo({ publicName }: PublicPage, nomination: Nomination | undefined): string | null {
  if (nomination && !nomination.isAccepted) {
    const status = nominationStatus(nomination);
    return `This nomination is ${status}. Only the page of an accepted one can be published.`;
  }
  return publicName === '' ? 'Save the name, the summary, and the story first.' : null;
}

/** The texts of a public page, and whether it is published. */
export function PublicPageForm({ page }: { page: PublicPage }) {
  const { nominationId, isPublished } = page;
  const mayPublish = useMay('pages.publish');
  const files = useFiles(nominationId);
  const params = { id: nominationId };
  const show = useChange(
    (isShown: boolean) =>
      isShown
        ? call(endpoints.publishNomination, { params })
        : call(endpoints.unpublishNomination, { params }),
    {
      said: (shown) => (shown.isPublished ? 'Public page published' : 'Public page unpublished'),
    },
  );
  const preview = useModal('preview-page');
  const publish = useModal('publish-page');
  const photos = (files.data ?? []).filter(
    ({ kind, stillOf, state }) => kind === 'photo' && stillOf === null && state === 'ready',
  );
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.savePublicPage,
    params,
    initialValues: {
      publicName: page.publicName,
      summary: page.summary,
      story: page.story,
      coverFileId: page.coverFileId ?? '',
    },
    toBody: (values) => ({ ...values, coverFileId: readId<FileId>(values.coverFileId || null) }),
    said: 'Public page saved',
  });
  const { coverFileId, ...texts } = form.getValues();
  const nomination = useEndpoint(endpoints.getNomination, { params });
  const obstacle = isPublished ? null : obstacleTo(page, nomination.data);
  return (
    <>
      <form className="grid above-4 max-42" noValidate onSubmit={onSubmit}>
        <TextInput
          label="Public name"
          description="Use a person’s name only if they agreed."
          aria-required="true"
          {...form.getInputProps('publicName')}
        />
        <TextInput
          label="Summary"
          description="One sentence for lists and shared links."
          aria-required="true"
          {...form.getInputProps('summary')}
        />
        <Textarea label="Story" rows={6} aria-required="true" {...form.getInputProps('story')} />
        <CoverPhotoField photos={photos} {...form.getInputProps('coverFileId')} />
        <div className="row gap-2 above-4 touch">
          <Button type="submit" loading={form.submitting}>
            Save Public Page
          </Button>
          <Button variant="default" onClick={() => preview.open()}>
            Preview
          </Button>
          {mayPublish && (
            <ReasonedButton variant="default" reason={obstacle} onClick={() => publish.open()}>
              {isPublished ? 'Unpublish Page' : 'Publish Page'}
            </ReasonedButton>
          )}
        </div>
      </form>
      <PreviewPageModal
        nominationId={nominationId}
        texts={{ ...texts, coverFileId: readId<FileId>(coverFileId || null) }}
        {...preview.dialog}
      />
      <ConfirmModal
        title={isPublished ? 'Unpublish Page' : 'Publish Page'}
        text={
          isPublished
            ? 'The page is hidden from the public immediately. Its texts stay here.'
            : 'Everyone can read the saved name, summary, and story, and see what was allocated and spent. The nominator’s words and contact details stay private.'
        }
        action={isPublished ? 'Unpublish' : 'Publish'}
        opened={publish.isOpen && mayPublish}
        onClose={publish.close}
        onConfirm={() => show.mutateAsync(!isPublished)}
      />
    </>
  );
}

interface CoverPhotoFieldProps {
  photos: StoredFile[];
  /** The id of a photo; empty for none. */
  value?: string;
  error?: ReactNode;
  onChange: (id: string) => void;
}

/** The photo at the top of a public page. */
function CoverPhotoField({ photos, ...field }: CoverPhotoFieldProps) {
  return (
    <Radio.Group
      size="md"
      label="Cover photo"
      description={
        photos.length === 0
          ? 'There are no photos yet. Add them under “Receipts, Photos, and Videos”; what you typed here is kept.'
          : 'Shown once the photo itself is published.'
      }
      {...field}
    >
      <div className="tiles gap-5 gap-y-3 above-3">
        <Radio size="md" value="" label="No photo" />
        {photos.map((photo) => (
          <Radio
            key={photo.id}
            size="md"
            value={photo.id}
            label={<FileLabel file={photo}>{fileStateText(photo)}</FileLabel>}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
