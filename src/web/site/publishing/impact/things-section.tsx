import type { Impact } from '#contract/documents.ts';
import { countOf } from '#core/platform/counts.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';

/** Things beside the money: how many, and what the team says about the newest. Nothing while there are none. */
export function ThingsSection({ things: { count, texts } }: Pick<Impact, 'things'>) {
  if (count === 0) return null;
  return (
    <ContentSection title="Donations in kind">
      <p>
        {`Besides money, we received ${countOf(count, 'donation in kind', 'donations in kind')}${texts.length > 0 ? ', such as:' : '.'}`}
      </p>
      {texts.length > 0 && (
        <ul>
          {[...new Set(texts)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="soft">Things are not counted as money anywhere.</p>
    </ContentSection>
  );
}
