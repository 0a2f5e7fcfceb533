import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { holdDays } from '#core/people/approvals.ts';
import { countInWords } from '#core/platform/counts.ts';
import { paths } from '#web/admin/client/paths.ts';
import {
  useAnswerChange,
  useConfirmAddress,
  useStopAddressChange,
} from '#web/admin/client/session.ts';
import { ApiError } from '#web/client/api-client.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where the links in emails about a new address lead: to agree to it, or to confirm it. */
export function ConfirmAddressPage() {
  return (
    <LinkPage
      title="Confirm Email Address"
      question="Confirm the new email address that our email to you was about? If other people have to agree, too, the address changes once they have."
      action="Confirm"
      follow={useConfirmAddress()}
    />
  );
}

/** Where the link in the email to the current address leads, for an owner who does not want a new one. */
export function StopAddressChangePage() {
  return (
    <LinkPage
      title="Stop Change of Email Address"
      question="Do you want to keep your current email address? If somebody else asked for the new one, choose a new password afterward."
      action="Stop the Change"
      follow={useStopAddressChange()}
    />
  );
}

const answers = {
  object: {
    title: 'Object to a Change',
    question: `Do you object to the change that our email was about? Nothing that takes two people is done then for ${countInWords(holdDays, 'day')}, unless you take the objection back or an owner who did not make the change, if there is one, lifts it.`,
    action: 'I Object',
  },
  agree: {
    title: 'Agree to a Change',
    question:
      'Do you agree to the change that our email was about? If you objected, this takes your objection back. If you lost a right to approve, the others can go on without you.',
    action: 'I Agree',
  },
};

/** Where the links in an email about a change of who approves and how lead. */
export function AnswerChangePage() {
  const [query] = useSearchParams();
  const answer = query.get('answer') === 'agree' ? 'agree' : 'object';
  return <LinkPage {...answers[answer]} follow={useAnswerChange(answer)} />;
}

interface LinkPageProps {
  title: string;
  question: string;
  action: string;
  follow: ReturnType<typeof useAnswerChange>;
}

/** Waits for a press of the button, because programs that check emails open every link. */
function LinkPage({ title, question, action, follow }: LinkPageProps) {
  const [query] = useSearchParams();
  const token = query.get('token');
  const deadEnd = token
    ? deadLinkMessage(follow.error)
    : 'This link is incomplete. Open it again from our email.';
  const isDone = follow.isSuccess || deadEnd !== null;
  return (
    <NarrowPage title={title} lead={follow.data?.message ?? deadEnd ?? question} isLive>
      <StackedForm
        isTight
        onSubmit={(event) => {
          event.preventDefault();
          if (token) follow.mutate(token);
        }}
      >
        <FormActions>
          {!isDone && (
            <Button type="submit" size="lg" loading={follow.isPending}>
              {action}
            </Button>
          )}
          <Link to={paths.login}>Log in</Link>
          <Link to={paths.forgotPassword}>Choose a new password</Link>
        </FormActions>
      </StackedForm>
    </NarrowPage>
  );
}

/** What the server says of a link that will never work again; null for a failure that may pass. */
function deadLinkMessage(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.data?.code !== 'invalid_token') return null;
  return error.data.message;
}
