import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { InstallationStatus } from '#contract/operations/installation.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { Banner } from '#web/admin/ui/banner.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';

type Doubt = NonNullable<InstallationStatus['doubt']>;

const reasons: Record<Doubt['reason'], string> = {
  restored: 'This site was restored from a backup.',
  unmarked:
    'The file storage does not have our mark: it may be another one than before, or not connected. Ask the person who runs the server first.',
  foreign:
    'Another site has marked the file storage as its own. Ask the person who runs the server first.',
};

/** Asks whether this is the live site, if there is a doubt. */
export function LiveSiteBanner() {
  const installation = useEndpoint(endpoints.getInstallation);
  if (installation.isError) {
    return (
      <CallError call={installation} failed="Whether this is the live site could not be loaded." />
    );
  }
  const doubt = installation.data?.doubt;
  return doubt ? <Question doubt={doubt} /> : null;
}

function Question({ doubt }: { doubt: Doubt }) {
  const mayAnswer = useMay('settings.write');
  return (
    <Banner label="Is this the live site?">
      <p>
        <strong>Is this the live site?</strong> {reasons[doubt.reason]} Since{' '}
        {formatDate(doubt.since)}, no files and no old backups have been deleted here. If this is a
        copy for trying something out, leave this unanswered.
        {!mayAnswer && ' Only an owner can answer it.'}
      </p>
      {mayAnswer && <Answer />}
    </Banner>
  );
}

function Answer() {
  const confirm = useSend(endpoints.confirmLiveSite, { said: 'This is the live site' });
  const [isOnly, setIsOnly] = useState(false);
  return (
    <div className="row gap-6 gap-y-2 center full">
      <Checkbox
        label="No other copy of this site is in use."
        checked={isOnly}
        onChange={(event) => setIsOnly(event.currentTarget.checked)}
      />
      <Button
        size="sm"
        disabled={!isOnly}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        This Is the Live Site
      </Button>
    </div>
  );
}
