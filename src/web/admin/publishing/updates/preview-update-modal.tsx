import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Update, UpdatePreview } from '#contract/publishing/updates.ts';
import { usePublishUpdate, useUpdatePreview } from '#web/admin/queries/updates.ts';
import adminClasses from '#web/styles/admin.module.css';
import classes from '#web/admin/publishing/updates/update-item.module.css';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { ReasonedButton } from '#web/ui/reasoned-button.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface PreviewModalProps {
  update: Update | null;
  onClose: () => void;
}

/** A draft as donors will get it, and the way to publish it. */
export function PreviewModal({ update, onClose }: PreviewModalProps) {
  const shown = useLastValue(update);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog
      title="As Donors Will See It"
      opened={update !== null}
      onClose={onClose}
      isBehind={isAsking}
    >
      {shown && (
        <PreviewOf
          key={shown.id}
          update={shown}
          isAsking={isAsking}
          onAsk={setAsking}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface PreviewOfProps {
  update: Update;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onClose: () => void;
}

function PreviewOf({ update, isAsking, onAsk, onClose }: PreviewOfProps) {
  const preview = useUpdatePreview(update.id);
  const publish = usePublishUpdate(update.nominationId);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {},
    async send() {
      await publish.mutateAsync(update.id).finally(() => onAsk(false));
      onClose();
    },
  });
  if (preview.isPending) return <ProgressRing label="Making the mail" />;
  if (preview.isError) {
    return (
      <ErrorNotice text="The preview could not be made." onRetry={() => void preview.refetch()} />
    );
  }
  const { subject, html, text, obstacles } = preview.data;
  return (
    <>
      {obstacles.length > 0 && (
        <aside className={classes.obstacles} aria-label="Before you can publish it">
          <p>
            <strong>Before you can publish it:</strong>
          </p>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </aside>
      )}
      <DetailList>
        <Detail name="Subject">{subject}</Detail>
        <Detail name="Goes to">{describeReaders(preview.data)}</Detail>
      </DetailList>
      <Mail title="The mail" html={html} />
      <details className={classes.plain}>
        <summary>The same as plain text</summary>
        <pre>{text}</pre>
      </details>
      <div className={adminClasses.modalActions}>
        <ReasonedButton
          color="marigold"
          reason={obstacles.length > 0 ? 'See what is missing, above' : null}
          onClick={() => onAsk(true)}
        >
          Publish
        </ReasonedButton>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
      </div>
      <ConfirmDialog
        title="Publish Update"
        text={`${describeMails(preview.data)}, and everybody can read it on the public page. It cannot be changed or taken back.`}
        action="Publish"
        opened={isAsking}
        loading={form.submitting}
        onClose={() => onAsk(false)}
        onConfirm={onSubmit}
      />
    </>
  );
}

/** The mail as it is. It runs nothing and leads nowhere: the frame allows no scripts, forms or new windows. */
function Mail({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(480);
  return (
    <iframe
      className={classes.mail}
      title={title}
      // Ours only so that its height can be read.
      sandbox="allow-same-origin"
      // Its links would open in the frame, where no page of the site shows.
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      style={{ height }}
      onLoad={({ currentTarget }) =>
        setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)
      }
    />
  );
}

const people = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;

function describeReaders({ donors, nominator, optedOut }: UpdatePreview): string {
  const readers = [
    ...(donors > 0 ? [donors === 1 ? '1 donor' : `${donors.toLocaleString('en-US')} donors`] : []),
    ...(nominator ? ['the nominator'] : []),
  ];
  const who = readers.length === 0 ? 'Nobody by mail' : readers.join(' and ');
  return optedOut === 0 ? who : `${who}. ${people(optedOut)} asked for no updates.`;
}

function describeMails({ donors, nominator }: UpdatePreview): string {
  const count = donors + (nominator ? 1 : 0);
  if (count === 0) return 'Nobody gets a mail';
  return `${people(count)} ${count === 1 ? 'gets' : 'get'} a mail now`;
}
