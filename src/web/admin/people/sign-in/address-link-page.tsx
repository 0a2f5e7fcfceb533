import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { useConfirmAddress, useStopAddressChange } from '#web/client/session.ts';
import { NarrowPage } from '#web/shared/narrow-page.tsx';
import { FormActions } from '#web/ui/form.tsx';

/** Where the links in emails about a new address lead: to agree to it, or to confirm it. */
export function ConfirmAddressPage() {
  return (
    <AddressLinkPage
      title="Confirm Email Address"
      question="Do you want this change of an email address? It counts once everybody who has to has opened their link."
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
      question="Do you want to keep the email address that you have? If somebody else asked for the new one, choose a new password afterward."
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
  const token = query.get('token') ?? '';
  return (
    <NarrowPage title={title} lead={follow.data?.message ?? question} isLive>
      <FormActions>
        {!follow.isSuccess && (
          <Button size="lg" loading={follow.isPending} onClick={() => follow.mutate(token)}>
            {action}
          </Button>
        )}
        <Link to={paths.login}>To the login</Link>
        <Link to={paths.forgotPassword}>Choose a new password</Link>
      </FormActions>
    </NarrowPage>
  );
}
