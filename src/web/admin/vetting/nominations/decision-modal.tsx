import { Button } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { countInWords } from '#core/platform/counts.ts';
import { undoMinutes } from '#core/vetting/decision-reasons.ts';
import { type NominationAction, nominationStatus } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { MailFrame } from '#web/admin/shared/mail-frame.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import { useNominationAction } from '#web/admin/vetting/decisions/use-nomination-action.ts';
import classes from '#web/admin/vetting/nominations/decision-modal.module.css';
import { useNominationPath } from '#web/admin/vetting/nominations/nominations-filter.ts';
import { ApiError } from '#web/client/api-client.ts';

interface DecisionModalProps {
  nomination: Nomination | null;
  action: NominationAction | null;
  /** The page of the nomination is under it. */
  isOnPage: boolean;
  onDecided?: (() => void) | undefined;
  onClose: () => void;
}

const words: Record<NominationAction, { title: string; button: string }> = {
  accept: { title: 'Accept Nomination', button: 'Accept' },
  reject: { title: 'Reject Nomination', button: 'Reject' },
  complete: { title: 'Complete Nomination', button: 'Complete' },
};

/** Shows what the nominator will read, and what to know before, and decides. */
export function DecisionModal({ nomination, action, onClose, ...place }: DecisionModalProps) {
  const shown = useLastValue(action);
  return (
    <Modal
      title={words[shown ?? 'accept'].title}
      opened={action !== null && nomination !== null}
      onClose={onClose}
    >
      {shown && nomination && (
        <Preview key={shown} nomination={nomination} action={shown} onClose={onClose} {...place} />
      )}
    </Modal>
  );
}

interface PreviewProps extends DecisionModalProps {
  nomination: Nomination;
  action: NominationAction;
}

function Preview({ nomination, action, isOnPage, onDecided, onClose }: PreviewProps) {
  const pathOf = useNominationPath();
  const preview = useEndpoint(
    endpoints.previewDecision,
    { params: { id: nomination.id }, query: { action } },
    // Money may have moved since the last time; once it is decided, there is nothing to preview.
    { gcTime: 0, staleTime: 'static' },
  );
  const change = useNominationAction(nomination.id);
  const decide = useOneAtATime(async (decision: NominationAction) => {
    try {
      await change.mutateAsync({ action: decision, seenStatus: nominationStatus(nomination) });
    } catch (error) {
      // A failure that a retry may fix keeps it open. In these cases, the preview is out of date.
      if (!(error instanceof ApiError && [404, 409].includes(error.status))) return;
      onClose();
      return;
    }
    (onDecided ?? onClose)();
  });
  if (preview.isPending || preview.isError) {
    return (
      <CallState
        call={preview}
        failed="The preview could not be loaded."
        waiting="Preparing the preview"
      />
    );
  }
  const { warnings, mail, isMailPaused } = preview.data;
  return (
    <>
      {warnings.length > 0 && (
        <ul
          className={`note bullets below-5 strong ${classes.warnings}`}
          aria-label="Before you decide"
        >
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {mail === null ? (
        <p>The nominator knows this status, or was erased, and gets no email.</p>
      ) : (
        <>
          <p>
            {isMailPaused
              ? `All email is paused: the nominator gets this email once it is resumed. You can undo the decision for ${countInWords(undoMinutes, 'minute')}.`
              : `The nominator gets this email ${countInWords(undoMinutes, 'minute')} after you decide. You can undo it until then.`}
          </p>
          <DetailList rows={{ To: mail.to, Subject: mail.subject }} />
          <MailFrame title="The email" html={mail.html} />
        </>
      )}
      <ModalActions>
        <Button
          {...(action === 'reject' && { color: 'clay' })}
          loading={change.isPending}
          onClick={() => void decide(action)}
        >
          {words[action].button}
        </Button>
        <Button variant="default" onClick={onClose}>
          Not Yet
        </Button>
        {action === 'complete' && !isOnPage && (
          <LinkButton to={pathOf(nomination.id)} variant="default">
            Open the Nomination
          </LinkButton>
        )}
      </ModalActions>
    </>
  );
}
