import { Button } from '@mantine/core';
import type { Update, UpdatePreview } from '#contract/publishing/updates.ts';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/publishing/updates/preview-update-modal.module.css';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { MailFrame } from '#web/admin/shared/mail-frame.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';

interface PreviewUpdateModalProps {
  update: Update | null;
  onClose: () => void;
}

/** Shows a draft as donors will get it, and publishes it if the reader may. */
export function PreviewUpdateModal({ update, onClose }: PreviewUpdateModalProps) {
  const shown = useLastValue(update);
  return (
    <Modal title="As Donors Will See It" opened={update !== null} onClose={onClose}>
      {shown && <PreviewOf key={shown.id} update={shown} onClose={onClose} />}
    </Modal>
  );
}

function PreviewOf({ update, onClose }: { update: Update; onClose: () => void }) {
  const mayPublish = useMay('pages.publish');
  // Money and files may have changed since the last time.
  const preview = useEndpoint(
    endpoints.previewUpdate,
    { params: { id: update.id } },
    { gcTime: 0 },
  );
  const publish = useModal('preview-update.publish');
  const publishUpdate = useSend(endpoints.publishUpdate, { said: 'Update published' });
  if (preview.isPending || preview.isError) {
    return (
      <CallState
        call={preview}
        failed="The preview could not be loaded."
        waiting="Preparing the preview"
      />
    );
  }
  const { subject, html, text, obstacles } = preview.data;
  return (
    <>
      {obstacles.length > 0 && (
        <aside
          className={`note below-5 ${classes.obstacles}`}
          aria-label="Before you can publish it"
        >
          <p>
            <strong>Before you can publish it:</strong>
          </p>
          <ul className="bullets">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </aside>
      )}
      <DetailList rows={{ Subject: subject, 'Goes to': describeReaders(preview.data) }} />
      <MailFrame title="The email" html={html} />
      <details className={`above-3 ${classes.plain}`}>
        <summary>Plain text version</summary>
        <pre>{text}</pre>
      </details>
      <ModalActions>
        {mayPublish && (
          <ReasonedButton
            color="marigold"
            reason={obstacles.length > 0 ? 'See above what is missing' : null}
            onClick={() => publish.open()}
          >
            Publish
          </ReasonedButton>
        )}
        <Button variant="default" onClick={onClose}>
          {mayPublish ? 'Not Yet' : 'Close'}
        </Button>
      </ModalActions>
      <ConfirmModal
        title="Publish Update"
        text={`${describeMails(preview.data)}, and everyone can read it on the public page. You cannot change it or take it back.`}
        action="Publish"
        opened={publish.isOpen && mayPublish}
        onClose={publish.close}
        onConfirm={() => publishUpdate.mutateAsync({ params: { id: update.id } })}
        onDone={() => {
          onClose();
          // The draft's buttons are gone.
          focusContent();
        }}
      />
    </>
  );
}

const afterDecision = 'after the email about the decision';

function describeReaders({
  donors,
  nominator,
  nominatorWaits,
  followers,
  optedOut,
}: UpdatePreview): string {
  const readers = [
    ...(donors > 0 ? [countOf(donors, 'donor')] : []),
    ...(nominator ? [nominatorWaits ? `the nominator (${afterDecision})` : 'the nominator'] : []),
    ...(followers > 0 ? [countOf(followers, 'follower')] : []),
  ];
  const who =
    readers.length === 0 ? 'Nobody by email' : new Intl.ListFormat('en-US').format(readers);
  return optedOut === 0
    ? who
    : `${who}. ${countOf(optedOut, 'person', 'people')} opted out of updates.`;
}

/** How many people get an email, for the confirmation. */
function describeMails({ donors, nominator, nominatorWaits, followers }: UpdatePreview): string {
  const count = donors + (nominator && !nominatorWaits ? 1 : 0) + followers;
  const later = nominatorWaits ? [`the nominator gets one ${afterDecision}`] : [];
  if (count === 0)
    return nominatorWaits ? `The nominator gets an email ${afterDecision}` : 'Nobody gets an email';
  return [`${countOf(count, 'person gets', 'people get')} an email now`, ...later].join(', ');
}
