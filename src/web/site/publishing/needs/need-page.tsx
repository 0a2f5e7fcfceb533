import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import type { Need, PublicPicture } from '#contract/publishing/needs.ts';
import { formatDate } from '#core/dates.ts';
import { proofKinds } from '#core/proof-kinds.ts';
import { isRefusal } from '#web/client/api-client.ts';
import { useNeed } from '#web/site/publishing/needs/queries.ts';
import { UpdatesTable } from '#web/site/publishing/needs/updates-section.tsx';
import { NotFound } from '#web/layouts/not-found.tsx';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/styles/impact.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { PhotoList, VideoList } from '#web/site/publishing/needs/media-list.tsx';
import { Money } from '#web/shared/money.tsx';
import { MoneyFlow } from '#web/site/publishing/money/money-flow.tsx';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { Picture } from '#web/site/publishing/needs/picture.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { ReceiptList } from '#web/site/publishing/needs/receipt-list.tsx';

export default function NeedPage() {
  const { id = '' } = useParams();
  const need = useNeed(id);
  const name = need.data?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} | ${siteInfo.name}`;
  }, [name]);
  if (need.isSuccess) return <NeedView need={need.data} />;
  if (isRefusal(need.error, 'not_found') || isRefusal(need.error, 'invalid_input')) {
    return <NotFound />;
  }
  return (
    <div className={`page ${classes.page}`}>
      <h1 className="visually-hidden">What a gift did</h1>
      {need.isPending ? (
        <ProgressRing />
      ) : (
        <ErrorNotice text="This page could not be loaded." onRetry={() => void need.refetch()} />
      )}
    </div>
  );
}

const addressOf = (picture: PublicPicture | null) => picture?.sources[0]?.url;

function NeedView({ need }: { need: Need }) {
  const { name, summary, story, cause, state, cover, updates } = need;
  // Each picture and video once: what an update shows stands with its news.
  const shown = new Set([
    addressOf(cover),
    ...updates.flatMap(({ photos }) => photos.map(addressOf)),
    ...updates.flatMap((update) => update.videos.map(({ url }) => url)),
  ]);
  const others = need.photos.filter((photo) => !shown.has(addressOf(photo)));
  const videos = need.videos.filter(({ url }) => !shown.has(url));
  return (
    <article className={`page ${classes.page}`}>
      <header>
        <p className={classes.crumbs}>
          <Link to={paths.impact}>Where the money is</Link>
        </p>
        <h1>{name}</h1>
        <p className={classes.facts}>
          <span>{cause.name}</span>
          <NeedMark state={state} />
        </p>
        <p className={classes.lead}>{summary}</p>
        {state === 'did_not_work_out' && (
          <p className={classes.note}>
            This help did not work out as planned. That happens, and we say so: the{' '}
            <a href="#updates">updates</a> tell what happened, and below stands where the money is.
          </p>
        )}
      </header>
      {cover && (
        <Picture
          className={classes.cover}
          picture={cover}
          sizes="(min-width: 72rem) 70rem, 94vw"
          isFirst
        />
      )}
      <p className={classes.story}>{story}</p>
      <MoneyWay need={need} />
      <Payments spendings={need.spendings} />
      <UpdatesTable updates={updates} />
      {others.length > 0 && (
        <section className={classes.section}>
          <h2>Photos</h2>
          <PhotoList photos={others} />
        </section>
      )}
      {videos.length > 0 && (
        <section className={classes.section}>
          <h2>Videos</h2>
          <VideoList videos={videos} />
        </section>
      )}
    </article>
  );
}

function MoneyWay({ need: { received, spent, gifts } }: { need: Need }) {
  if (received === 0) {
    return (
      <section className={classes.section}>
        <h2>Where the money is</h2>
        <p>No gift has been allocated to this need yet.</p>
      </section>
    );
  }
  return (
    <section className={classes.section}>
      <h2>Where the money is</h2>
      <p>{`It received money from ${gifts === 1 ? 'one gift' : `${gifts} gifts`}.`}</p>
      <div className={classes.flow}>
        <MoneyFlow
          title="What this need received, and where it is"
          places={[
            { label: 'Spent', cents: spent, tone: 'spent' },
            { label: 'Not spent yet', cents: received - spent, tone: 'allocated' },
          ]}
        />
        <MoneyTable
          label="What this need received, and where it is"
          rows={[
            { name: 'Spent', cents: spent },
            { name: 'Not spent yet', cents: received - spent },
          ]}
          total={{ name: 'Received', cents: received }}
        />
      </div>
      <p className="soft">
        Which gift paid for what follows one rule: the oldest allocation is spent first. The gift
        that was allocated to this need first pays for the first purchase, to the cent, then the
        next one.
      </p>
    </section>
  );
}

function Payments({ spendings }: Pick<Need, 'spendings'>) {
  return (
    <section className={classes.section}>
      <h2>What was paid</h2>
      {spendings.length === 0 && <p>Nothing has been paid yet.</p>}
      <ol className={classes.payments}>
        {spendings.map(({ id, paidOn, payee, purpose, amount, proof, receipts }) => (
          <li key={id}>
            <div className={classes.payment}>
              <h3>{payee}</h3>
              <strong>
                <Money cents={amount} />
              </strong>
            </div>
            <p>{purpose}</p>
            <p className="soft">{`${formatDate(paidOn, 'UTC')}, proof: ${proofKinds[proof]}`}</p>
            <ReceiptList receipts={receipts} />
          </li>
        ))}
      </ol>
    </section>
  );
}
