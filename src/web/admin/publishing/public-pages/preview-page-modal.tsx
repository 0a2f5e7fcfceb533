import { fileCopyPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import classes from '#web/admin/publishing/public-pages/preview-page-modal.module.css';
import { Modal } from '#web/admin/ui/modal.tsx';

interface PreviewPageModalProps {
  publicName: string;
  summary: string;
  story: string;
  cover: StoredFile | undefined;
  opened: boolean;
  onClose: () => void;
}

/** A preview of the public page as typed, before anyone can see it. */
export function PreviewPageModal({ opened, onClose, ...page }: PreviewPageModalProps) {
  const { publicName, summary, story, cover } = page;
  const copy = cover?.copies.find(({ role }) => role === 'public');
  return (
    <Modal title="Preview" opened={opened} onClose={onClose}>
      <article className={classes.preview}>
        {cover && copy && (
          <img src={fileCopyPath(cover.id, copy.key)} alt={cover.alternativeText} />
        )}
        <h3>{publicName || 'No name yet'}</h3>
        <p className={classes.lead}>{summary}</p>
        <p className={classes.story}>{story}</p>
      </article>
    </Modal>
  );
}
