import type { Frame, View } from '#contract/documents.ts';
import { CookieNotice } from '#web/frame/cookie-notice.tsx';
import { ErrorScreen } from '#web/frame/error-screen.tsx';
import { MainContent } from '#web/frame/main-content.tsx';
import { OfflineNotice } from '#web/frame/offline-notice.tsx';
import { SiteFooter } from '#web/frame/site-footer.tsx';
import { SiteHeader } from '#web/frame/site-header.tsx';
import { TrialBanner } from '#web/frame/trial-banner.tsx';
import { ApplicationPlace } from '#web/render/application-place.tsx';
import { BeingRewritten, NotFound, TakenDown } from '#web/shared/not-found.tsx';
import { DonorChangePage } from '#web/site/donors/donor-change-page.tsx';
import { BankTransferPage } from '#web/site/giving/announced-transfers/bank-transfer-page.tsx';
import { DedicationRefusalPage } from '#web/site/giving/dedications/dedication-refusal-page.tsx';
import { DonatePage, PaymentReadyPage } from '#web/site/giving/donations/donate-page.tsx';
import { DonationThanksPage } from '#web/site/giving/donations/donation-thanks-page.tsx';
import { TestPaymentPage } from '#web/site/giving/donations/test-payment-page.tsx';
import { HomePage } from '#web/site/home/home-page.tsx';
import { HowWeWorkPage } from '#web/site/legal/how-we-work-page.tsx';
import { PrivacyPolicyPage } from '#web/site/legal/privacy-policy-page.tsx';
import { TermsOfServicePage } from '#web/site/legal/terms-of-service-page.tsx';
import { PlanPage } from '#web/site/plans/plan-page.tsx';
import { ContactPage } from '#web/site/publishing/contact/contact-page.tsx';
import { DonationPage } from '#web/site/publishing/donation-page/donation-page.tsx';
import { DonorPage } from '#web/site/publishing/donor-page/donor-page.tsx';
import { ImpactPage } from '#web/site/publishing/impact/impact-page.tsx';
import { NeedPage } from '#web/site/publishing/needs/need-page.tsx';
import { ReceiptPage } from '#web/site/publishing/needs/receipt-page.tsx';
import { FollowPage } from '#web/site/publishing/subscriptions/follow-page.tsx';
import { UnsubscribePage } from '#web/site/publishing/subscriptions/unsubscribe-page.tsx';
import { StatementPage } from '#web/site/receipts/statements/statement-page.tsx';
import { TimeZone } from '#web/site/shared/time-zone.ts';
import { ConsentPage } from '#web/site/vetting/consent-page/consent-page.tsx';
import {
  NominatePage,
  NominationThanksPage,
} from '#web/site/vetting/nominations/nominate-page.tsx';
import { TrackingPage } from '#web/site/vetting/tracking-page/tracking-page.tsx';

/** The body of a page: its content between header and footer. */
export function Page({ view, frame }: { view: View; frame: Frame }) {
  if (view.page === 'application') return <ApplicationPlace />;
  const { site, user, path } = frame;
  return (
    <>
      <OfflineNotice />
      <SiteHeader site={site} user={user} path={path} />
      <TrialBanner site={site} label="Trial">
        <strong>This site is a trial.</strong> No card is charged, and no money on it is real.
      </TrialBanner>
      <MainContent>
        <TimeZone value={site.timeZone}>
          <Content view={view} frame={frame} />
        </TimeZone>
      </MainContent>
      <SiteFooter site={site} />
      <CookieNotice />
      <template data-error-screen="">
        <ErrorScreen />
      </template>
    </>
  );
}

function Content({ view, frame: { site } }: { view: View; frame: Frame }) {
  switch (view.page) {
    case 'home':
      return <HomePage impact={view.impact} proofs={view.proofs} site={site} />;
    case 'donate':
      return <DonatePage {...view} site={site} />;
    case 'bank-transfer':
      return <BankTransferPage {...view} site={site} />;
    case 'payment-ready':
      return <PaymentReadyPage {...view} />;
    case 'test-payment':
      return <TestPaymentPage payment={view.payment} timeZone={site.timeZone} />;
    case 'donate-thanks':
      return <DonationThanksPage {...view} site={site} />;
    case 'nominate':
      return <NominatePage causes={view.causes} form={view.form} />;
    case 'nominate-thanks':
      return <NominationThanksPage {...view} site={site} />;
    case 'impact':
      return <ImpactPage impact={view.impact} listing={view.listing} charity={site.name} />;
    case 'need':
      return <NeedPage {...view} />;
    case 'receipt':
      return <ReceiptPage view={view} />;
    case 'contact':
      return <ContactPage form={view.form} isSent={view.isSent} />;
    case 'donation-page':
      return <DonationPage timeZone={site.timeZone} charity={site.name} />;
    case 'donor-page':
      return <DonorPage {...view} timeZone={site.timeZone} />;
    case 'plan-page':
      return <PlanPage {...view} timeZone={site.timeZone} />;
    case 'statement-page':
      return <StatementPage />;
    case 'tracking-page':
      return <TrackingPage timeZone={site.timeZone} />;
    case 'consent-page':
      return <ConsentPage timeZone={site.timeZone} />;
    case 'unsubscribe':
      return <UnsubscribePage />;
    case 'dedication-refusal':
      return <DedicationRefusalPage />;
    case 'donor-change':
      return <DonorChangePage answer={view.answer} />;
    case 'follow':
      return <FollowPage need={view.need} />;
    case 'how-we-work':
      return <HowWeWorkPage work={view.work} missing={view.missing} charity={site.name} />;
    case 'privacy-policy':
      return <PrivacyPolicyPage site={site} retention={view.retention} />;
    case 'terms-of-service':
      return <TermsOfServicePage site={site} missing={view.missing} />;
    case 'taken-down':
      return <TakenDown />;
    case 'being-rewritten':
      return <BeingRewritten />;
    case 'not-found':
      return <NotFound />;
    case 'error':
      return <ErrorScreen />;
    case 'application':
      return null;
  }
}
