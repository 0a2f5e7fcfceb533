import type { FormState } from '#contract/documents.ts';
import type { Need, PublicPicture } from '#contract/publishing/needs.ts';
import { formatDay } from '#core/platform/dates.ts';
import { describeWork } from '#core/platform/working-time.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { whyNotChosen } from '#core/vetting/cause-states.ts';
import { paths } from '#web/client/paths.ts';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { CommentsSection } from '#web/site/publishing/comments/comments-section.tsx';
import { MoneyOverview } from '#web/site/publishing/money/money-overview.tsx';
import { CheckList } from '#web/site/publishing/needs/check-list.tsx';
import { ExpenseItem, ExpenseList } from '#web/site/publishing/needs/expense-list.tsx';
import FollowForm, { followAnswer } from '#web/site/publishing/needs/follow-form.island.tsx';
import { PhotoList, VideoList } from '#web/site/publishing/needs/media-list.tsx';
import classes from '#web/site/publishing/needs/need-page.module.css';
import { isGoalReached, NeedProgress } from '#web/site/publishing/needs/need-progress.tsx';
import { Picture } from '#web/site/publishing/needs/picture.tsx';
import { ReceiptViewer } from '#web/site/publishing/needs/receipt-viewer.tsx';
import { UpdatesSection } from '#web/site/publishing/needs/updates-section.tsx';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { ShareLinks } from '#web/site/shared/share-links.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Island } from '#web/ui/island.tsx';
import { Note } from '#web/ui/note.tsx';

const addressOf = (picture: PublicPicture | null) => picture?.sources[0]?.url;

interface NeedPageProps {
  need: Need;
  /** The form for updates about it. */
  follow: FormState;
  /** Whether a browser without script has just sent that form. */
  isFollowSent: boolean;
}

/** The public page of a need. */
export function NeedPage({ need, follow, isFollowSent }: NeedPageProps) {
  const { name, summary, story, cause, state, cover, updates } = need;
  // Show each photo and video only once: those of an update appear with it.
  const shown = new Set([
    addressOf(cover),
    ...updates.flatMap(({ photos }) => photos.map(addressOf)),
    ...updates.flatMap((update) => update.videos.map(({ url }) => url)),
  ]);
  const others = need.photos.filter((photo) => !shown.has(addressOf(photo)));
  const videos = need.videos.filter(({ url }) => !shown.has(url));
  return (
    <ContentPage as="article">
      <header>
        <p className="below-4">
          <a className="tap" href={paths.impact}>
            Where the money goes
          </a>
        </p>
        <h1>{name}</h1>
        <p className="row gap-6 gap-y-1 above-4 soft">
          <span>{cause.name}</span>
          <NeedMark state={state} />
        </p>
        <ContentLead>{summary}</ContentLead>
        {state === 'did_not_work_out' && (
          <p className={classes.note}>
            This help did not work out as planned. That happens, and we say so. The{' '}
            <a href="#updates">updates</a> say what happened, and you can see below where the money
            is.
          </p>
        )}
      </header>
      {cover && (
        <Picture
          className={`photo ${classes.cover}`}
          picture={cover}
          // Less than it takes on a phone, whose three pixels for one would ask for a file three times as heavy.
          sizes="(min-width: 72rem) 70rem, (min-width: 48rem) 94vw, 75vw"
          isFirst
        />
      )}
      <section className={classes.part} aria-label="How far this need is">
        <NeedProgress need={need} />
        {state === 'open' && cause.state === 'open' && isGoalReached(need) && (
          <p className="above-4">
            {`This need has reached its goal. What you give to “${cause.name}” now can help another need.`}
          </p>
        )}
        <div className={`row gap-4 gap-y-3 above-6 center ${classes.actions}`}>
          {state === 'open' && <GiveLinks need={need} />}
          <ShareLinks text={`${name}: ${summary}`} path={paths.need(need.id)} />
        </div>
      </section>
      <p className={classes.story}>{story}</p>
      <MoneySection need={need} />
      <TimeSection worked={need.worked} />
      <Expenses need={need} />
      <CheckList checks={need.checks} />
      <UpdatesSection id={need.id} updates={updates} />
      <CommentsSection comments={need.comments} />
      {others.length > 0 && (
        <ContentSection title="Photos">
          <PhotoList photos={others} />
        </ContentSection>
      )}
      {videos.length > 0 && (
        <ContentSection title="Videos">
          <VideoList videos={videos} />
        </ContentSection>
      )}
      {state === 'open' && (
        <ContentSection id="follow" title="Follow this need">
          {isFollowSent && <Note>{followAnswer()}</Note>}
          <p>
            We email you when there is news, such as what was bought, with photos and receipts. Each
            of these emails has a link to stop them.
          </p>
          <Island
            name="follow-form"
            component={FollowForm}
            props={{ needId: need.id, state: follow }}
          />
        </ContentSection>
      )}
      <ReceiptViewer />
    </ContentPage>
  );
}

/** The donation form for this need or for its cause. Who knows whether it is open to donations of its own is the form. */
function GiveLinks({ need }: { need: Need }) {
  const whyNot = whyNotChosen(need.cause);
  if (whyNot !== null) {
    return (
      <>
        <p>{whyNot}</p>
        <ButtonLink href={paths.donate} size="large">
          Give to another cause
        </ButtonLink>
      </>
    );
  }
  const isReached = isGoalReached(need);
  return (
    <>
      {!isReached && (
        <ButtonLink href={paths.giveToNeed(need.id)} look="important" size="large">
          Give to this need
        </ButtonLink>
      )}
      <ButtonLink
        href={paths.giveToCause(need.cause.id)}
        look={isReached ? 'important' : 'plain'}
        size="large"
      >
        Give to this cause
      </ButtonLink>
    </>
  );
}

/** Time beside the money: how much, and by how many, never by whom. Nothing while there is none. */
function TimeSection({ worked }: Pick<Need, 'worked'>) {
  if (worked === null) return null;
  return (
    <ContentSection title="Time given">
      <p>{`People gave their time, too: ${describeWork(worked)}.`}</p>
      <p className="soft">
        These hours are confirmed by our team. They are not counted as money anywhere.
      </p>
    </ContentSection>
  );
}

function MoneySection({ need: { received, spent, donations } }: { need: Need }) {
  if (received === 0) {
    return (
      <ContentSection title="Where the money is">
        <p>No donation has been allocated to this need yet.</p>
      </ContentSection>
    );
  }
  return (
    <ContentSection title="Where the money is">
      <p>{`This need received money from ${donations === 1 ? 'one donation' : `${donations} donations`}.`}</p>
      <MoneyOverview
        title="Money allocated to this need, and where it is"
        places={[
          { label: 'Spent', cents: spent, tone: 'spent' },
          { label: 'Not spent yet', cents: received - spent, tone: 'allocated' },
        ]}
        rows={[
          { name: 'Spent', cents: spent },
          { name: 'Not spent yet', cents: received - spent },
        ]}
        total={{ name: 'Allocated in total', cents: received }}
      />
      <p className="soft">
        One rule decides which donation pays for what: the oldest allocation is spent first. The
        first expense is paid, to the cent, from the donation that was allocated to this need first,
        then from the next one.
      </p>
    </ContentSection>
  );
}

function Expenses({ need: { id: needId, expenses } }: { need: Need }) {
  return (
    <ContentSection title="Expenses">
      {expenses.length === 0 && <p>Nothing has been spent yet.</p>}
      <ExpenseList>
        {expenses.map(({ id, paidOn, payee, purpose, amount, receiptKind, receipts, isProven }) => (
          <ExpenseItem
            key={id}
            needId={needId}
            payee={<h3>{payee}</h3>}
            cents={amount}
            purpose={purpose}
            facts={`${formatDay(paidOn)}, proof: ${receiptKinds[receiptKind]}`}
            receipts={receipts}
            isProven={isProven}
          />
        ))}
      </ExpenseList>
    </ContentSection>
  );
}
