import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { onConfirmIdentity } from '#web/client/api-client.ts';
import { useAccount, useConfirmIdentity } from '#web/admin/queries/account.ts';
import { useCurrentUser } from '#web/client/session.ts';
import classes from '#web/admin/people/account/confirm-identity-modal.module.css';
import { Dialog } from '#web/ui/modal.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const schema = import('#contract/people/account.ts').then((contract) => contract.identityProof);
schema.catch(() => {});

type Answer = (isConfirmed: boolean) => void;

/**
 * Asks who is there before something that could do great harm from a browser left open. Whatever was being
 * done goes on once it is answered: the call that needed it is sent again.
 */
export function ConfirmIdentityModal() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    onConfirmIdentity(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => onConfirmIdentity(async () => false);
  }, []);
  // Nobody waits for an answer that cannot come any more.
  useEffect(() => () => answer?.(false), [answer]);
  const finish = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(null);
  };
  return (
    <Dialog
      title="Please Confirm It Is You"
      opened={answer !== null}
      onClose={() => finish(false)}
      size="narrow"
    >
      <ProofForm onCancel={() => finish(false)} onConfirmed={() => finish(true)} />
    </Dialog>
  );
}

function ProofForm({ onCancel, onConfirmed }: { onCancel: () => void; onConfirmed: () => void }) {
  const user = useCurrentUser();
  const hasSecondFactor = (useAccount().data?.secondFactor ?? null) !== null;
  const confirm = useConfirmIdentity();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { proof: '' },
    schema: () => schema,
    async send({ proof }) {
      await confirm.mutateAsync(proof);
      onConfirmed();
    },
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p>
        You signed in a while ago, and this is a change that only you should make. What you entered
        is kept.
      </p>
      {/* For password managers, which look for the account a password belongs to. */}
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <PasswordInput
        label={hasSecondFactor ? 'Password or Authenticator Code' : 'Your Password'}
        name="proof"
        autoComplete="current-password"
        aria-required="true"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...form.getInputProps('proof')}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          Continue
        </Button>
      </div>
    </form>
  );
}
