import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EnvironmentVariable, Settings } from '#contract/operations/settings.ts';
import { settingInWords } from '#core/operations/setting-kinds.ts';
import { hintOf, isShown, settingsIn, valueAt } from '#core/operations/setting-list.ts';
import {
  type SettingsGroup,
  settingsGroupNames,
  settingsGroups,
} from '#core/operations/settings-groups.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { stateOf } from '#web/admin/operations/settings/environment-section.tsx';
import classes from '#web/admin/operations/settings/settings.module.css';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { ContentRing } from '#web/ui/progress-ring.tsx';

/** Everything that can be set, as an index of small pages, each with what it decides and what is set now. */
export default function SettingsPage() {
  const settings = useEndpoint(endpoints.getSettings);
  const environment = useEndpoint(endpoints.listEnvironment);
  const [search, setSearch] = useState('');
  const isPending = settings.isPending || environment.isPending;
  return (
    <>
      <PageHeader title="Settings" />
      <PageLead>
        What your charity decides, page by page. What is set on the server, such as its address and
        its keys, stands beside it.
      </PageLead>
      {isPending && <ContentRing label="Loading settings" />}
      <CallError call={settings} failed="The settings could not be loaded." />
      <CallError call={environment} failed="What is set on the server could not be loaded." />
      {settings.data && environment.data && (
        <>
          <div className="max-28 below-5">
            <TextInput
              type="search"
              label="Find a setting"
              placeholder="Such as refunds, time zone, or SMTP"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          <Index settings={settings.data} environment={environment.data} search={search} />
        </>
      )}
    </>
  );
}

/** Something that is set, with the words by which it is found. */
interface Fact {
  label: string;
  value: string;
  words: string;
}

interface IndexProps {
  settings: Settings;
  environment: EnvironmentVariable[];
  search: string;
}

function Index({ settings, environment, search }: IndexProps) {
  const wanted = search.toLowerCase().split(/\s+/);
  const isMeant = (words: string) => wanted.every((word) => words.toLowerCase().includes(word));
  const found = settingsGroupNames.flatMap((group) => {
    const { title, decides } = settingsGroups[group];
    const facts = factsOf(group, settings, environment);
    const meant = facts.filter(({ words }) => isMeant(words));
    if (meant.length > 0) return [{ group, facts: meant }];
    return isMeant(`${title} ${decides}`) ? [{ group, facts }] : [];
  });
  if (found.length === 0) return <p className="soft">No setting is called like this.</p>;
  return (
    <ul className={`list ${classes.entries} ${classes.index}`}>
      {found.map(({ group, facts }) => (
        <Entry key={group} group={group} facts={facts} />
      ))}
    </ul>
  );
}

/** As many as fit into two lines. */
const shownFacts = 3;

function Entry({ group, facts }: { group: SettingsGroup; facts: Fact[] }) {
  const { title, decides } = settingsGroups[group];
  return (
    <li>
      <div>
        <h2 className="minor">
          <Link to={paths.settingsGroup(group)}>{title}</Link>
        </h2>
        <p className="soft">{decides}</p>
      </div>
      <ul className="list row gap-5 gap-y-1 small">
        {facts.slice(0, shownFacts).map(({ label, value }) => (
          <li key={label} className="anywhere">
            <span className="soft">{label}:</span> {value}
          </li>
        ))}
        {facts.length > shownFacts && (
          <li className="soft">{`and ${facts.length - shownFacts} more`}</li>
        )}
      </ul>
    </li>
  );
}

/** What is set on a page, and on the server beside it. */
function factsOf(
  group: SettingsGroup,
  settings: Settings,
  environment: EnvironmentVariable[],
): Fact[] {
  const set = settingsIn(group)
    .filter((setting) => isShown(setting, settings))
    .map((setting) => {
      const { kind, label, path } = setting;
      const [first = '', ...more] = settingInWords(setting, valueAt(settings, path)).split('\n');
      const value = kind === 'words' && first !== '' ? 'Your own' : first;
      return {
        label,
        value: more.length > 0 && kind !== 'words' ? `${value} …` : value || 'None',
        words: `${label} ${hintOf(setting, settings)} ${value}`,
      };
    });
  const onServer = environment
    .filter((variable) => variable.group === group)
    // What somebody has set says more than what is as it always is.
    .sort((one, other) => Number(other.isSet) - Number(one.isSet))
    .map((variable) => ({
      label: variable.label,
      value: stateOf(variable),
      words: `${variable.name} ${variable.label}`,
    }));
  return [...set, ...onServer];
}
