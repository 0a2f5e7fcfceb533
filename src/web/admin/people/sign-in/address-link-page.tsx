import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useConfirmAddress, useStopAddressChange } from '#web/admin/client/session.ts';
import { ApiError } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where the links in emails about a new address lead: to agree to it, or to confirm it. */
export function ConfirmAddressPage() {
  return (
    <AddressLinkPage
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
    <AddressLinkPage
      title="Stop Change of Email Address"
      question="Do you want to keep your current email address? If somebody else asked for the new one, choose a new password afterward."
      action="Stop the Change"
      follow={useStopAddressChange()}
    />
  );
}

interface AddressLinkPageProps {
  title: string;
  question: string;
  action: string;
  follow: ReturnType<typeof useConfirmAddress>;
}

/** Waits for a press of the button, because programs that check emails open every link. */
function AddressLinkPage({ title, question, action, follow }: AddressLinkPageProps) {
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
