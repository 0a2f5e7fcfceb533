import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Mailing, Update } from '#contract/publishing/updates.ts';
import { formatDate } from '#core/dates.ts';
import { PreviewModal } from '#web/admin/publishing/updates/preview-update-modal.tsx';
import {
  type UpdateDraft,
  useDeleteUpdate,
  useUpdates,
} from '#web/admin/queries/updates.ts';
import { readUpdateForm, UpdateForm } from '#web/admin/publishing/updates/update-form.tsx';
import { paths } from '#web/client/paths.ts';
import classes from '#web/admin/publishing/updates/update-item.module.css';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';

const newUpdate: UpdateDraft = { id: null, kind: 'progress', title: '', text: '', fileIds: [] };

interface OpenDialog {
  name: 'preview' | 'delete';
  id: string;
}

/** What donors and everybody are told about a nomination: written, looked at and published here. */
export function UpdatesTable({ nominationId }: { nominationId: string }) {
  const updates = useUpdates(nominationId);
  const remove = useDeleteUpdate(nominationId);
  const [editing, setEditing] = useState(() => readUpdateForm(nominationId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const writeButton = useFocusAfter(editing !== null);
  const shown = (name: OpenDialog['name']) =>
    (dialog?.name === name && updates.data?.find(({ id }) => id === dialog.id)) || null;
  const deleting = shown('delete');
  const deleted = useLastValue(deleting);
  const close = () => setDialog(null);
  return (
    <section className={classes.section} aria-labelledby="updates-title">
      <h2 id="updates-title">Updates</h2>
      {editing === null ? (
        <Button ref={writeButton} onClick={() => setEditing(newUpdate)}>
          Write an update
        </Button>
      ) : (
        <UpdateForm
          nominationId={nominationId}
          draft={editing}
          onCancel={() => setEditing(null)}
          onSaved={({ id }, toPreview) => {
            setEditing(null);
            if (toPreview) setDialog({ name: 'preview', id });
          }}
        />
      )}
      {updates.isPending && <ProgressRing />}
      {updates.isError && (
        <ErrorNotice
          text="The updates could not be loaded."
          onRetry={() => void updates.refetch()}
        />
      )}
      {updates.data?.length === 0 && editing === null && (
        <p className={classes.hint}>
          Nobody has been told anything yet. An update goes to everybody whose gift is in this need,
          to the nominator, and onto the public page.
        </p>
      )}
      <ul className={classes.updates} aria-label="Updates">
        {updates.data?.map((update) => (
          <UpdateItem
            key={update.id}
            update={update}
            onEdit={editing === null ? () => setEditing(update) : null}
            onDialog={(name) => setDialog({ name, id: update.id })}
          />
        ))}
      </ul>
      <PreviewModal update={shown('preview')} onClose={close} />
      <DeleteDialog
        title="Delete Draft"
        text={`The draft “${deleted?.title ?? ''}” will be gone. Nobody has got it.`}
        opened={deleting !== null}
        onClose={close}
        remove={async () => deleting && remove.mutateAsync(deleting.id)}
      />
    </section>
  );
}

/** The focus goes back to the button when the form that took its place has closed. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface UpdateItemProps {
  update: Update;
  /** Null while another one is being written. */
  onEdit: (() => void) | null;
  onDialog: (name: OpenDialog['name']) => void;
}

function UpdateItem({ update, onEdit, onDialog }: UpdateItemProps) {
  const { kind, title, createdAt, publishedAt, mailing, nominationId, fileIds } = update;
  return (
    <li className={classes.update}>
      <p className={classes.title}>{title}</p>
      <p className={classes.facts}>
        <NeedMark state={kind} />
        <span>
          {publishedAt === null
            ? `Draft of ${formatDate(createdAt)}`
            : `Published ${formatDate(publishedAt)}`}
        </span>
        {fileIds.length > 0 && (
          <span>{fileIds.length === 1 ? '1 file' : `${fileIds.length} files`}</span>
        )}
      </p>
      {mailing && <MailingProgress mailing={mailing} title={title} />}
      {publishedAt === null ? (
        <div className={classes.actions}>
          <Button size="sm" onClick={() => onDialog('preview')}>
            Preview and publish
          </Button>
          {onEdit && (
            <Button size="sm" variant="default" onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button size="sm" variant="subtle" color="clay" onClick={() => onDialog('delete')}>
            Delete
          </Button>
        </div>
      ) : (
        <p className={classes.hint}>
          <Link to={paths.need(nominationId)}>See it on the public page</Link>
        </p>
      )}
    </li>
  );
}

function MailingProgress({ mailing, title }: { mailing: Mailing; title: string }) {
  const { total, waiting, sent, failed } = mailing;
  if (total === 0) return <p className={classes.hint}>There was nobody to mail it to.</p>;
  return (
    <p className={classes.mailing}>
      {waiting > 0 && (
        <progress value={total - waiting} max={total} aria-label={`Mails about ${title}`} />
      )}
      <span className={classes.count}>
        {`${sent.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} sent`}
      </span>
      {failed > 0 && (
        <Link to={paths.adminMail}>{`${failed.toLocaleString('en-US')} could not be sent`}</Link>
      )}
    </p>
  );
}
