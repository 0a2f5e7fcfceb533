import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

/** The button that looks at everything that the site depends on and sends an email, and what was found. */
export function CheckInstallation() {
  const check = useSend(endpoints.checkInstallation, { changes: false });
  const findings = check.data ?? [];
  const wrong = findings.filter(({ isFine }) => !isFine);
  return (
    <>
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
    </>
  );
}
