import type { PlanPage } from '#contract/plans/plans.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { WorkButton } from '#web/site/shared/work-button.tsx';

interface AnonymitySectionProps {
  plan: PlanPage;
  token: string;
  onChange: (plan: PlanPage) => void;
}

/** Whether anybody outside of the team reads whose recurring donation it is. */
export function AnonymitySection({ plan, token, onChange }: AnonymitySectionProps) {
  const { isAnonymous } = plan;
  async function change() {
    const body = { token, isAnonymous: !isAnonymous };
    onChange(await call(endpoints.setPlanAnonymity, { body }));
  }
  return (
    <ContentSection title="Anonymity">
      <p role="status">
        {isAnonymous
          ? 'It is anonymous: your name is shown to nobody outside of our team. If you change this, it counts from the next payment on.'
          : 'It is not anonymous. If you change this, it counts for all of its payments so far, too.'}
      </p>
      <p>
        <WorkButton look="plain" act={change}>
          {isAnonymous ? 'Give under my name' : 'Make it anonymous'}
        </WorkButton>
      </p>
    </ContentSection>
  );
}
