import type { NeedSummary } from '#contract/publishing/needs.ts';
import { paths } from '#web/client/paths.ts';
import { NeedMark } from '#web/shared/need-marks.tsx';
import classes from '#web/site/publishing/needs/need-list.module.css';
import { NeedProgress } from '#web/site/publishing/needs/need-progress.tsx';
import { NoPicture } from '#web/site/publishing/needs/no-picture.tsx';
import { Picture } from '#web/site/publishing/needs/picture.tsx';

/** Published needs, each linked to its page. */
export function NeedList({ needs }: { needs: NeedSummary[] }) {
  return (
    <ul className="list tiles gap-8 gap-y-10 above-8">
      {needs.map((need) => (
        <NeedCard key={need.id} need={need} />
      ))}
    </ul>
  );
}

function NeedCard({ need }: { need: NeedSummary }) {
  const { id, name, summary, cause, state, cover } = need;
  return (
    <li className={`stack shrink ${classes.card}`}>
      {cover ? (
        <Picture
          className="photo cover"
          picture={cover}
          sizes="(min-width: 992px) 22rem, (min-width: 600px) 45vw, 92vw"
        />
      ) : (
        <NoPicture className="photo cover" />
      )}
      <div className={`stack gap-2 ${classes.text}`}>
        <h3>
          <a href={paths.need(id)}>{name}</a>
        </h3>
        <p className="row gap-5 gap-y-1 soft">
          <span>{cause.name}</span>
          <NeedMark state={state} />
        </p>
        <p>{summary}</p>
        <NeedProgress need={need} isShort />
      </div>
    </li>
  );
}
