import { NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { readId } from '#web/client/paths.ts';

/** Which cause each cause, fund, or campaign of the file becomes. Each choice is saved at once. */
export function CausesSection({ found, mayWrite }: { found: ImportDetail; mayWrite: boolean }) {
  const causes = useEndpoint(endpoints.listCauses);
  const choose = useSend(endpoints.chooseImportCauses, { said: 'The choice was saved' });
  const known = causes.data ?? [];

  function onChoose(value: string, causeId: CauseId | null) {
    choose.mutate({
      params: { id: found.id },
      body: {
        revision: found.revision,
        importedCauses: found.causes.map((one) => ({
          value: one.value,
          causeId: one.value === value ? causeId : one.causeId,
        })),
      },
    });
  }

  return (
    <TitledSection title="Causes">
      <ul className="list grid max-32" aria-label="Causes of the file">
        {found.causes.map(({ value, causeId, obstacle, lines, amount }) => (
          <li key={value}>
            <NativeSelect
              label={value || 'No cause'}
              description={`${countOf(lines, 'donation')}, ${formatCents(amount)}`}
              disabled={!mayWrite || choose.isPending}
              error={causeId === null ? obstacle : null}
              data={[
                { value: '', label: obstacle === null ? `New cause: ${value}` : 'Choose a cause' },
                ...known.map((cause) => ({
                  value: cause.id as string,
                  label: nameWithState(cause),
                })),
              ]}
              value={causeId ?? ''}
              onChange={({ currentTarget }) =>
                onChoose(value, currentTarget.value === '' ? null : readId(currentTarget.value))
              }
            />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
