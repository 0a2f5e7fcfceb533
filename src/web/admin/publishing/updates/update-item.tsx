import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Mailing, Update } from '#contract/publishing/updates.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import classes from '#web/admin/publishing/updates/update-item.module.css';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { NeedMark } from '#web/shared/need-marks.tsx';

interface UpdateItemProps {
  update: Update;
  /** Whether everybody can see the public page. */
  isShown: boolean;
  /** Null while another update is being edited. */
  onEdit: (() => void) | null;
}

/** One update: a draft with its actions, or a published update with the progress of its emails. */
export function UpdateItem({ update, isShown, onEdit }: UpdateItemProps) {
  const { kind, title, createdAt, publishedAt, mailing, nominationId, fileIds } = update;
  const mayDraft = useMay('pages.draft');
  const mayPublish = useMay('pages.publish');
  const preview = useModal('preview-update');
  const remove = useModal('delete-update');
  return (
    <li className="stack tight lined pad-y-4">
      <p className="strong anywhere">{title}</p>
      <p className={`row soft small ${classes.facts}`}>
        <NeedMark state={kind} />
        <span>
          {publishedAt === null
            ? `Draft of ${formatDate(createdAt)}`
            : `Published ${formatDate(publishedAt)}`}
        </span>
        {fileIds.length > 0 && <span>{countOf(fileIds.length, 'file')}</span>}
      </p>
      {mailing && <MailingProgress mailing={mailing} title={title} />}
      {publishedAt === null && mayDraft && (
        <div className="row gap-2 above-2 touch">
          <Button size="sm" onClick={() => preview.open(update.id)}>
            {mayPublish ? 'Preview and Publish' : 'Preview'}
          </Button>
          {onEdit && (
            <Button size="sm" variant="default" onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button size="sm" variant="subtle" color="clay" onClick={() => remove.open(update.id)}>
            Delete
          </Button>
        </div>
      )}
      {publishedAt !== null && isShown && (
        <p className="soft small">
          <Link to={paths.need(nominationId)}>See it on the public page</Link>
        </p>
      )}
    </li>
  );
}

function MailingProgress({ mailing, title }: { mailing: Mailing; title: string }) {
  const { total, waiting, sent, failed } = mailing;
  if (total === 0) return <p className="soft small">There was nobody to email it to.</p>;
  return (
    <p className={`row gap-4 gap-y-1 center wide ${classes.mailing}`}>
      {waiting > 0 && (
        <progress value={total - waiting} max={total} aria-label={`Emails about ${title}`} />
      )}
      <span className="numbers">{`${formatCount(sent)} of ${formatCount(total)} sent`}</span>
      {failed > 0 && (
        <PageLink to={paths.admin.mail}>{`${formatCount(failed)} could not be sent`}</PageLink>
      )}
    </p>
  );
}
