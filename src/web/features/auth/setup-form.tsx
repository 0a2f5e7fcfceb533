import { Button, TextInput } from '@mantine/core';
import { useSetUpFirstAdministrator } from '#web/features/auth/queries.ts';
import classes from '#web/ui/fieldset.module.css';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { useSubmitForm } from '#web/ui/use-submit-form.ts';

// The two halves of the form are two schemas of the contract.
const schema = Promise.all([import('#contract/auth.ts'), import('#contract/users.ts')]).then(
  ([auth, users]) => users.userInput.and(auth.newPasswordForm),
);
schema.catch(() => {});

export function SetupForm({ token }: { token: string }) {
  const setUp = useSetUpFirstAdministrator();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    schema: () => schema,
    send: ({ confirmPassword: _, ...values }) => setUp.mutateAsync({ ...values, token }),
  });
  return (
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <div className={classes.pair}>
        <TextInput
          label="First Name"
          name="firstName"
          autoComplete="given-name"
          aria-required="true"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          name="lastName"
          autoComplete="family-name"
          aria-required="true"
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        aria-required="true"
        {...form.getInputProps('email')}
      />
      <NewPasswordFields form={form} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Create Administrator
        </Button>
      </div>
    </form>
  );
}
