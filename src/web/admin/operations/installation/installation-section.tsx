import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

/** Looks at everything that the site depends on, when somebody asks for it. */
export function InstallationSection() {
  const check = useSend(endpoints.checkInstallation, { changes: false });
  const findings = check.data ?? [];
  const wrong = findings.filter(({ isFine }) => !isFine);
  return (
    <TitledSection title="Installation">
      <p>
        Looks at everything that the site depends on, such as the database, the files, the payment
        provider, and the backups, and tries to send you an email.
      </p>
      <FormActions>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check the Installation
        </Button>
      </FormActions>
      {check.data && (
        <div role="status">
          <p>{wrong.length === 0 ? 'Nothing is wrong.' : 'Something is wrong:'}</p>
          <ul>
            {[...wrong, ...findings.filter(({ isFine }) => isFine)].map(
              ({ name, isFine, text }) => (
                <li key={name}>
                  <strong>{isFine ? name : `Wrong: ${name}`}</strong>: {text}
                </li>
              ),
            )}
          </ul>
        </div>
      )}
    </TitledSection>
  );
}
