import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import { describeLately } from '#core/ledger/card-costs.ts';
import { isShown, settingsIn } from '#core/operations/setting-list.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { SettingInput } from '#web/admin/operations/settings/setting-input.tsx';
import {
  checkSettings,
  chosenSettings,
  readSettings,
  typedSettings,
} from '#web/admin/operations/settings/typed-settings.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { saveFile } from '#web/client/save-file.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';

interface SettingsFormProps {
  group: SettingsGroup;
  title: string;
  saved: SavedSettings;
}

/** The settings of one page, saved together and without the others. */
export function SettingsForm({ group, title, saved }: SettingsFormProps) {
  const list = settingsIn(group);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.saveSettings,
    initialValues: typedSettings(list, saved),
    toBody: (typed) => ({ ...readSettings(list, typed, saved), version: saved.version }),
    check: (typed) => checkSettings(list, typed),
    said: 'Settings saved',
    keepsScreen: true,
  });
  const chosen = chosenSettings(list, form.getValues());
  return (
    <StackedForm isTight aria-label={title} onSubmit={onSubmit}>
      {list
        .filter((setting) => isShown(setting, chosen))
        .map((setting) => (
          <SettingInput key={setting.path} setting={setting} form={form} chosen={chosen} />
        ))}
      <More group={group} chosen={chosen} />
      <FormActions>
        <Button type="submit" loading={form.submitting}>
          Save Settings
        </Button>
      </FormActions>
    </StackedForm>
  );
}

/** What belongs to some settings and is none. */
function More({ group, chosen }: { group: SettingsGroup; chosen: object }) {
  switch (group) {
    case 'cards':
      return <CardCostsLately />;
    case 'receipts':
      return <SampleReceipt {...(chosen as Pick<Settings, 'receipts'>)} />;
    case 'vetting':
      return <Link to={paths.admin.checklists}>Change the checklists</Link>;
    case 'retention':
      return <Link to={paths.admin.privacy}>See first what the saved periods would remove</Link>;
    case 'texts':
      return (
        <p>
          <a href={paths.howWeWork}>Show the page “How We Work”</a>
        </p>
      );
    default:
      return null;
  }
}

/** What payments by card really cost, beside the estimate. */
function CardCostsLately() {
  const { data } = useEndpoint(endpoints.getCardCosts);
  return (
    <p className="soft">
      {data?.lately ? `${describeLately(data.lately)}.` : 'No actual costs are known yet.'}{' '}
      <Link to={paths.admin.cardCosts}>Show the card costs</Link>
    </p>
  );
}

/** A receipt as it would be printed with what is typed. */
function SampleReceipt({ receipts }: Pick<Settings, 'receipts'>) {
  const sample = useSend(endpoints.getSampleReceipt, { changes: false, onDone: saveFile });
  if (receipts.profile === 'none') return null;
  return (
    <div>
      <Button
        variant="default"
        loading={sample.isPending}
        onClick={() => sample.mutate({ body: { receipts } })}
      >
        Save a Sample Receipt
      </Button>
    </div>
  );
}
