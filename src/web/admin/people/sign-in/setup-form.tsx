import { Button } from '@mantine/core';
import { useSetUpFirstAdministrator } from '#web/client/session.ts';
import { ownAccount, PersonFields } from '#web/shared/contact-fields.tsx';
import classes from '#web/ui/fieldset.module.css';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

// The two halves of the form are two schemas of the contract.
const schema = () =>
  Promise.all([import('#contract/people/sign-in.ts'), import('#contract/people/users.ts')]).then(([auth, users]) =>
    users.userInput.and(auth.newPasswordForm),
  );

export function SetupForm({ token }: { token: string }) {
  const setUp = useSetUpFirstAdministrator();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    schema,
    send: ({ confirmPassword: _, ...values }) => setUp.mutateAsync({ ...values, token }),
  });
  return (
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <PersonFields form={form} fillIn={ownAccount} />
      <NewPasswordFields form={form} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Create Administrator
        </Button>
      </div>
    </form>
  );
}
