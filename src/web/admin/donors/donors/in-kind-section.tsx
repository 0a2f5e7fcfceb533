import type { DonorId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** Things that a donor gave; nothing if there are none. */
export function InKindSection({ donorId }: { donorId: DonorId }) {
  const { data } = usePages(endpoints.listInKindDonations, { query: { donorId } });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <TitledSection title="Donations in Kind">
      <ul>
        {items.map(({ id, receivedOn, description, voidedAt }) => (
          <li key={id}>
            <TextLink to={`${paths.admin.inKind}?manage=${id}`}>{formatDay(receivedOn)}</TextLink>
            {`: ${description}${voidedAt === null ? '' : ' (void)'}`}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
