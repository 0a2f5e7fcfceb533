import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fileCopyPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import type { PublicPage } from '#contract/publishing/public-page.ts';
import { fileName } from '#web/admin/publishing/files/file-item.tsx';
import { useFiles } from '#web/admin/queries/uploads.ts';
import {
  usePublicPage,
  useSavePublicPage,
  useShowPublicPage,
} from '#web/admin/queries/public-pages.ts';
import classes from '#web/styles/proof.module.css';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

/** What everybody can read about a nomination: written here, and shown when somebody decides so. */
export function PublicPageForm({ nominationId }: { nominationId: string }) {
  const page = usePublicPage(nominationId);
  return (
    <section className={classes.section} aria-labelledby="public-page-title">
      <h2 id="public-page-title">Public page</h2>
      {page.isPending && <ProgressRing />}
      {page.isError && (
        <ErrorNotice
          text="The public page could not be loaded."
          onRetry={() => void page.refetch()}
        />
      )}
      {page.data && <TextsForm page={page.data} />}
    </section>
  );
}

function TextsForm({ page }: { page: PublicPage }) {
  const { nominationId, isPublished } = page;
  const files = useFiles(nominationId);
  const save = useSavePublicPage(nominationId);
  const show = useShowPublicPage(nominationId);
  const [dialog, setDialog] = useState<'preview' | 'show' | null>(null);
  const photos = (files.data ?? []).filter(
    ({ kind, stillOf, state }) => kind === 'photo' && stillOf === null && state === 'ready',
  );
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      publicName: page.publicName,
      summary: page.summary,
      story: page.story,
      coverFileId: page.coverFileId ?? '',
    },
    check: ({ publicName, summary, story }): Record<string, string> => ({
      ...(publicName.trim() === '' && { publicName: 'Required' }),
      ...(summary.trim() === '' && { summary: 'Required' }),
      ...(story.trim() === '' && { story: 'Required' }),
    }),
    send: (values) => save.mutateAsync({ ...values, coverFileId: values.coverFileId || null }),
  });
  const { coverFileId, ...texts } = form.getValues();
  const close = () => setDialog(null);
  return (
    <>
      <p>
        <StatusMark
          shape={isPublished ? 'tick' : 'ring'}
          word={isPublished ? 'Public' : 'Not public'}
        />
      </p>
      <form className={classes.form} noValidate onSubmit={onSubmit}>
        <TextInput
          label="Public name"
          description="No name of a person who has not agreed."
          maxLength={100}
          aria-required="true"
          {...form.getInputProps('publicName')}
        />
        <TextInput
          label="Summary"
          description="One sentence for lists and shared links."
          maxLength={200}
          aria-required="true"
          {...form.getInputProps('summary')}
        />
        <Textarea
          label="Story"
          rows={6}
          maxLength={5000}
          aria-required="true"
          {...form.getInputProps('story')}
        />
        <NativeSelect
          label="Cover photo"
          description="Shown once the photo itself is published."
          data={[
            { value: '', label: 'No photo' },
            ...photos.map((photo) => ({ value: photo.id, label: fileName(photo) })),
          ]}
          {...form.getInputProps('coverFileId')}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={form.submitting}>
            Save public page
          </Button>
          <Button variant="default" onClick={() => setDialog('preview')}>
            Preview
          </Button>
          <Button variant="default" onClick={() => setDialog('show')}>
            {isPublished ? 'Unpublish page' : 'Publish page'}
          </Button>
        </div>
      </form>
      <Dialog title="Preview" opened={dialog === 'preview'} onClose={close}>
        <Preview {...texts} cover={photos.find(({ id }) => id === coverFileId)} />
      </Dialog>
      <ConfirmDialog
        title={isPublished ? 'Unpublish Page' : 'Publish Page'}
        text={
          isPublished
            ? 'Nobody but administrators sees this page any more, at once. Its texts stay here.'
            : 'Everybody can read the saved name, summary and story, and see what was received and spent. The nominator’s words and contact details stay private.'
        }
        action={isPublished ? 'Unpublish' : 'Publish'}
        opened={dialog === 'show'}
        loading={show.isPending}
        onClose={close}
        onConfirm={(event) => {
          event.preventDefault();
          show.mutate(!isPublished, { onSettled: close });
        }}
      />
    </>
  );
}

interface PreviewProps {
  publicName: string;
  summary: string;
  story: string;
  cover: StoredFile | undefined;
}

function Preview({ publicName, summary, story, cover }: PreviewProps) {
  const copy = cover?.copies.find(({ role }) => role === 'public');
  return (
    <article className={classes.preview}>
      {cover && copy && <img src={fileCopyPath(cover.id, copy.key)} alt={cover.alternativeText} />}
      <h3>{publicName || 'No name yet'}</h3>
      <p className={classes.lead}>{summary}</p>
      <p className={classes.story}>{story}</p>
    </article>
  );
}
