import { useState } from 'react';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { saidId } from '#web/site/vetting/consent-page/consent-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

interface WithdrawSectionProps {
  page: ConsentPage;
  token: string;
  onWithdrawn: (page: ConsentPage) => void;
}

/** Taking the consent back, or down what nobody agreed to: asked once more, because everything vanishes. */
export function WithdrawSection({ page, token, onWithdrawn }: WithdrawSectionProps) {
  const { said, isCompleted } = page;
  const what = said === null ? 'Take it down' : 'Take your consent back';
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  async function withdraw() {
    setSending(true);
    try {
      const withdrawn = await call(endpoints.withdrawByNominee, { body: { token } });
      drawAndFocus(() => onWithdrawn(withdrawn), saidId);
    } catch (error) {
      notifyError(errorMessage(error));
      setSending(false);
    }
  }
  return (
    <ContentSection title={said === null ? 'Take it down' : 'Take it back'}>
      <p>
        {`You can ${said === null ? 'have it taken down' : 'take your consent back'} at any time, without a reason. Everything about you vanishes from our website at once. `}
        {!isCompleted &&
          'No more money is set aside, and what is already set aside stays until our team decides what becomes of it. '}
        Whoever already got photos or receipts by email keeps them, and so does whoever saved them.
      </p>
      <FormActions>
        {isAsking ? (
          <>
            <Button look="filled" isBusy={isSending} onClick={() => void withdraw()}>
              {said === null ? 'Yes, take it down' : 'Yes, take it back'}
            </Button>
            <Button look="plain" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button look="outline" onClick={() => setAsking(true)}>
            {what}
          </Button>
        )}
      </FormActions>
    </ContentSection>
  );
}
