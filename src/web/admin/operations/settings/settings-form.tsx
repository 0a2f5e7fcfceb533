import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { centsToDecimal, parseDollars } from '#core/money.ts';
import classes from '#web/admin/operations/settings/settings-form.module.css';
import { useSaveSettings } from '#web/admin/queries/settings.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { paths } from '#web/client/paths.ts';
import { Fieldset, FormActions, StackedForm } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/operations/settings.ts').then((contract) => contract.savedSettings);

/** All settings, saved together as a new version. */
export function SettingsForm({ settings }: { settings: SavedSettings }) {
  const save = useSaveSettings();
  const { form, onSubmit } = useSubmitForm({
    initialValues: typed(settings),
    toInput: (values) => ({ ...settings, ...read(values) }),
    schema,
    check: ({ presetCents }) => ({
      ...(readAmounts(presetCents).includes(null) && {
        presetCents: 'Enter amounts in dollars, separated by commas, such as 20, 50, 100',
      }),
    }),
    send: (input) => save.mutateAsync(input),
  });
  return (
    <div className={classes.form}>
      <StackedForm aria-label="Settings" onSubmit={onSubmit}>
        <Fieldset legend="Site">
          <NativeSelect
            label="Time zone"
            description="Dates on pages and in emails are shown in it."
            data={timeZones(settings.timeZone)}
            {...form.getInputProps('timeZone')}
          />
          <TextInput
            label="Amounts on the donation form"
            description="In dollars, separated by commas. Without any, donors type an amount."
            autoComplete="off"
            {...form.getInputProps('presetCents')}
          />
        </Fieldset>
        <Fieldset legend="Signing In">
          <Checkbox
            label="Everybody signs in with a second factor"
            description="Whoever has none sets one up before anything else, as of now. A provider counts if it says that it asked for one."
            {...form.getInputProps('isSecondFactorRequired', { type: 'checkbox' })}
          />
        </Fieldset>
        <Fieldset legend="How We Work">
          <Textarea
            label="Your own words"
            description="They come first on the public page. An empty line begins a new paragraph."
            rows={8}
            maxLength={5_000}
            {...form.getInputProps('howWeWork')}
          />
          <p>
            <a href={paths.howWeWork}>Show the page “How We Work”</a>
          </p>
        </Fieldset>
        <FormActions>
          <Button type="submit" loading={form.submitting}>
            Save Settings
          </Button>
        </FormActions>
      </StackedForm>
    </div>
  );
}

/** The settings as the fields show them. */
function typed({ timeZone, presetCents, isSecondFactorRequired, howWeWork }: SavedSettings) {
  return {
    timeZone,
    presetCents: presetCents.map(shortDollars).join(', '),
    isSecondFactorRequired,
    howWeWork,
  };
}

/** What was typed as settings; an amount that is none becomes 0, which `check` refuses first. */
function read({ presetCents, ...rest }: ReturnType<typeof typed>) {
  return {
    ...rest,
    presetCents: readAmounts(presetCents).map((cents) => cents ?? 0),
  };
}

function readAmounts(text: string): (number | null)[] {
  if (text.trim() === '') return [];
  return text.split(',').map((amount) => parseDollars(amount.trim()));
}

/** Without cents if there are none, as the donation form shows them. */
function shortDollars(cents: number): string {
  return centsToDecimal(cents).replace(/\.00$/, '');
}

/** Those of the browser; the server may know one more. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
