import { Checkbox, type CheckboxProps } from '@mantine/core';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';

/** Marks an expense that pays what the payment provider or the bank took already. */
export function PaysCardCostsField(props: CheckboxProps) {
  const { data } = useEndpoint(endpoints.getCardCosts);
  return (
    <Checkbox
      label="Pays card costs"
      description={`The payment provider or the bank took the money already, so no line of the bank will show it.${data ? ` ${describeMissing(-data.balance)}` : ''}`}
      {...props}
    />
  );
}

function describeMissing(cents: number): string {
  return cents > 0
    ? `${formatCents(cents)} of card costs is not paid for yet.`
    : 'All card costs are paid for at the moment.';
}
