import type { Volunteer } from '#contract/volunteers/volunteers.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** The thanks that were mailed, newest first. */
export function ThanksSection({ thanks }: Pick<Volunteer, 'thanks'>) {
  return (
    <TitledSection title="Thanks">
      {thanks.length === 0 ? (
        <EmptyNote>Nobody has thanked this volunteer by email yet.</EmptyNote>
      ) : (
        <ul className="list" aria-label="Thanks">
          {thanks.map(({ id, createdAt, by, minutes, text }) => (
            <li key={id} className="lined pad-y-3">
              <p className="soft below-2">
                {`${by}, ${formatMoment(createdAt)}, for ${describeTime(minutes)}`}
              </p>
              {text !== null && <p className="as-typed below-2 max-42">{text}</p>}
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}
