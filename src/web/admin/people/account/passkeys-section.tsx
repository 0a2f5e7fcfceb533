import { Button, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PasskeyId } from '#contract/ids.ts';
import type { Account } from '#contract/people/account.ts';
import { browserName } from '#core/people/browser-name.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { makePasskey } from '#web/admin/client/passkeys.ts';
import { useChange, useSend } from '#web/admin/client/use-endpoint.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import { passkeyColumns } from '#web/admin/people/account/columns.tsx';
import { useFactorRemoval } from '#web/admin/people/account/use-factor-removal.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { PlainTable } from '#web/admin/ui/data-table.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { call } from '#web/client/api-client.ts';
import { focusContent } from '#web/ui/focus-content.ts';
import { Fields } from '#web/ui/form-layout.tsx';

type Passkey = Account['passkeys'][number];

const schema = () => import('#contract/people/account.ts').then((contract) => contract.passkeyName);

interface SectionProps {
  account: Account | undefined;
  onCodes: (codes: string[]) => void;
}

/** Adds, renames, and removes passkeys. The address holds the dialogs: `passkey`, `rename`, and `remove`. */
export function PasskeysSection({ account, onCodes }: SectionProps) {
  const add = useModal('passkey');
  const rename = useModal('rename');
  const remove = useModal('remove');
  const addPasskey = useChange(
    async (name: string) => {
      const newPasskey = await makePasskey(await call(endpoints.startPasskey));
      return call(endpoints.addPasskey, { body: { name, newPasskey } });
    },
    { said: 'The passkey was added' },
  );
  const renamePasskey = useSend(endpoints.renamePasskey, { said: 'The passkey was renamed' });
  const removePasskey = useFactorRemoval(endpoints.removePasskey, 'The passkey was removed');
  const newCodes = useRef<string[] | null>(null);
  // Once the dialog has left the address: the one with the codes comes next.
  const follow = useEffectEvent((isOpen: boolean) => {
    if (isOpen || newCodes.current === null) return;
    onCodes(newCodes.current);
    newCodes.current = null;
  });
  useEffect(() => follow(add.isOpen), [add.isOpen]);
  const { passkeys = [], passkeyProblem = null, authenticatorApp = null } = account ?? {};
  const renamed = useLastValue(passkeys.find(({ id }) => id === rename.value) ?? null);
  const removed = useLastValue(passkeys.find(({ id }) => id === remove.value) ?? null);
  const isLast = passkeys.length === 1 && authenticatorApp === null;
  return (
    <AccountSection title="Passkeys">
      <p>
        A passkey signs you in with your fingerprint, your face, or the PIN of your device, with or
        without your password. Nobody can guess it or trick you out of it.
      </p>
      {passkeys.length > 0 && (
        <PlainTable<Passkey> label="Passkeys" columns={passkeyColumns} items={passkeys} />
      )}
      {passkeyProblem === null ? (
        <AccountActions>
          <Button
            variant={passkeys.length > 0 ? 'default' : 'filled'}
            disabled={account === undefined}
            onClick={() => add.open()}
          >
            Add a Passkey
          </Button>
        </AccountActions>
      ) : (
        <p className="soft">{passkeyProblem}</p>
      )}
      <NameModal
        title="Add a Passkey"
        hint="For you, to recognize it in this list. Your browser then asks where to keep the passkey."
        action="Continue"
        name={browserName(navigator.userAgent)}
        {...add.dialog}
        onNamed={async (name) => {
          newCodes.current = (await addPasskey.mutateAsync(name)).recoveryCodes;
        }}
      />
      <NameModal
        key={renamed?.id}
        title="Rename a Passkey"
        hint="For you, to recognize it in this list."
        action="Save Changes"
        name={renamed?.name ?? ''}
        {...rename.dialog}
        onNamed={async (name) => {
          await renamePasskey.mutateAsync({
            params: { id: rename.value as PasskeyId },
            body: { name },
          });
        }}
      />
      <ConfirmModal
        title="Remove a Passkey"
        text={
          isLast
            ? `“${removed?.name}” is your only second factor: after that, your password alone signs you in, and your recovery codes stop working.`
            : `“${removed?.name}” does not sign you in anymore. You may also delete it on the device.`
        }
        action="Remove"
        {...remove.dialog}
        onConfirm={async () => {
          await removePasskey.mutateAsync({ params: { id: remove.value as PasskeyId } });
          focusContent();
        }}
      />
    </AccountSection>
  );
}

interface NameFormProps {
  hint: string;
  action: string;
  /** What the field has in it at first. */
  name: string;
  onClose: () => void;
  onNamed: (name: string) => Promise<unknown>;
}

function NameModal({ title, opened, ...form }: NameFormProps & { title: string; opened: boolean }) {
  return (
    <Modal title={title} opened={opened} onClose={form.onClose} size="narrow">
      <NameForm {...form} />
    </Modal>
  );
}

function NameForm({ hint, action, name, onClose, onNamed }: NameFormProps) {
  const { form, onSubmit } = useSubmitForm({
    limits: endpoints.addPasskey.limits,
    initialValues: { name },
    schema,
    async send(values) {
      await onNamed(values.name);
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <TextInput
          label="Name"
          description={hint}
          name="name"
          autoComplete="off"
          aria-required="true"
          data-autofocus
          {...form.getInputProps('name')}
        />
      </Fields>
      <ModalActions>
        <SubmitButtons action={action} loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}
