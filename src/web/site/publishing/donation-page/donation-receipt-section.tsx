import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { SaveButton } from '#web/site/shared/save-button.tsx';

/** The receipt for taxes, as a file to keep. */
export function DonationReceiptSection({ number, token }: { number: string; token: string }) {
  return (
    <ContentSection title="Your receipt for taxes">
      <p>{`Receipt No. ${number} is a PDF file with your name. Keep it with your tax records.`}</p>
      <SaveButton
        label="Save the receipt"
        load={() => call(endpoints.getOwnReceipt, { body: { token } })}
      />
    </ContentSection>
  );
}
