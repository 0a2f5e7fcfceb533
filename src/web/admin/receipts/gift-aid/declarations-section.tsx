import { Button } from '@mantine/core';
import type { Donor } from '#contract/donors/donors.ts';
import type { GiftAidDeclaration } from '#contract/receipts/gift-aid.ts';
import { formatDay, isoDayOf } from '#core/platform/dates.ts';
import { giftAidScopes, giftAidWays } from '#core/receipts/gift-aid.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { RecordDeclarationModal } from '#web/admin/receipts/gift-aid/record-declaration-modal.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { Detail, DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** The Gift Aid declarations of a donor, where the charity asks for them or did. */
export function DeclarationsSection({ donor, mayWrite }: { donor: Donor; mayWrite: boolean }) {
  const found = useEndpoint(endpoints.listGiftAidDeclarations, { params: { id: donor.id } });
  const record = useModal('gift-aid');
  if (!found.data) return null;
  const { isAsked, wording, declarations } = found.data;
  if (!isAsked && declarations.length === 0) return null;
  return (
    <TitledSection title="Gift Aid">
      {declarations.length === 0 ? (
        <p className="soft">This donor has made no declaration.</p>
      ) : (
        <DetailList>
          {declarations.map((declaration) => (
            <Declaration key={declaration.id} declaration={declaration} mayWrite={mayWrite} />
          ))}
        </DetailList>
      )}
      {mayWrite && isAsked && (
        <PageActions>
          <Button variant="default" onClick={() => record.open()}>
            Record a Declaration
          </Button>
        </PageActions>
      )}
      <RecordDeclarationModal donor={donor} wording={wording} {...record.dialog} />
    </TitledSection>
  );
}

function Declaration({
  declaration,
  mayWrite,
}: {
  declaration: GiftAidDeclaration;
  mayWrite: boolean;
}) {
  const withdraw = useSend(endpoints.withdrawGiftAidDeclaration, {
    said: 'The declaration is withdrawn',
  });
  const asking = useModal('withdraw');
  const { id, declaredOn, made, scope, name, house, address, postcode, withdrawnOn } = declaration;
  const home = [house, address, postcode].filter((part) => part !== '').join(', ');
  return (
    <Detail name={formatDay(declaredOn)}>
      <p>{`${giftAidWays[made]}: ${giftAidScopes[scope]}. ${name}, ${home}.`}</p>
      {withdrawnOn !== null && (
        <p className="soft">{`Withdrawn as of ${formatDay(withdrawnOn)}.`}</p>
      )}
      {mayWrite && withdrawnOn === null && (
        <Button variant="subtle" color="clay" size="sm" onClick={() => asking.open(id)}>
          Withdraw
        </Button>
      )}
      <ConfirmModal
        title="Withdraw the Declaration"
        text={`From today on, ${scope === 'all' ? 'this declaration and every other one about all donations cover nothing that this donor gives' : 'it covers nothing anymore'}. What was given before stays covered.`}
        action="Withdraw"
        opened={asking.isOpen && asking.value === id}
        onClose={asking.close}
        onConfirm={() =>
          withdraw.mutateAsync({
            params: { id },
            body: { withdrawnOn: isoDayOf(new Date(), siteInfo.timeZone) },
          })
        }
      />
    </Detail>
  );
}
