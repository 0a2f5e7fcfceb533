import type { NominationId } from '#contract/ids.ts';
import { needPath, oneClickPath, unsubscribeUrl } from '#contract/pages.ts';
import { publicFilePath } from '#contract/publishing/file-paths.ts';
import type { UpdateKind } from '#contract/publishing/updates.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import type { MailedFile } from '#server/platform/db/column-types.ts';
import {
  type Block,
  button,
  compose,
  facts,
  heading,
  link,
  type Message,
  picture,
  writeBack,
} from '#server/platform/mail/compose.ts';
import type { PublicFile } from '#server/publishing/files/public-files.ts';

/* An update, as it is mailed. */

/** A published need, an update about it, and the update's public files. */
export interface UpdateNews {
  need: {
    id: NominationId;
    name: string;
    cause: string;
    /** Whether some of its money is not spent, or went back to its donations because the need did not use it. */
    hasRest: boolean;
  };
  kind: UpdateKind;
  title: string;
  text: string;
  files: PublicFile[];
}

/** What one donation did for a need, in cents. */
export interface DonationShare {
  donationCents: number;
  givenAt: string;
  allocatedCents: number;
  spentCents: number;
  /** What was released back to the donation because the need did not use it. */
  releasedCents: number;
  /** The private link to the donation. */
  url: string;
}

interface Reader {
  email: string;
  /** Whether the reader only asked to follow the need. */
  isFollower: boolean;
  /** The first name of the nominator, which an administrator has vetted; null if the reader is only a donor. */
  nominatorName: string | null;
  /** Empty for somebody who only nominated, and for a donor whose money has been released since. */
  shares: DonationShare[];
  unsubscribeToken: string;
}

/** One update, as one reader gets it: a donor, the nominator, or somebody who is both. */
export function updateMail(
  config: Config,
  timeZone: string,
  news: UpdateNews,
  reader: Reader,
): Message {
  const { need, title, text } = news;
  const { shares, unsubscribeToken } = reader;
  const pageUrl = `${config.publicUrl}${needPath(need.id)}`;
  const pictures = picturesOf(news.files, pageUrl);
  const receipts = receiptsOf(news.files, config.publicUrl);
  const role = roleOf(reader);
  return compose(config, {
    isAboutMoney: true,
    to: reader.email,
    urgency: 'bulk',
    subject: subjects[news.kind](need.name, title),
    files: [...pictures.files, ...receipts.files],
    unsubscribeUrl: `${config.publicUrl}${oneClickPath(unsubscribeToken)}`,
    blocks: [
      greeting(reader),
      openings[news.kind][role](need.name),
      ...(shares.length > 0 ? [facts(shares.map((share) => shareRow(share, timeZone)))] : []),
      heading(title),
      text,
      ...pictures.blocks,
      ...receipts.blocks,
      ...(news.kind === 'did_not_work_out' ? [whatNow(need), ...whatToDo(reader, config)] : []),
      button('See everything about this need', pageUrl),
      ...shares.map((share) =>
        link(
          `See where every cent of your ${donationName(share, timeZone)} is (private link)`,
          share.url,
        ),
      ),
      `You are receiving this email because ${reasons[role]}`,
      link('Stop email updates', unsubscribeUrl(config.publicUrl, unsubscribeToken)),
    ],
  });
}

/** Nobody has confirmed a donor's address, so no name is quoted; a follower has given none. */
function greeting({ isFollower, nominatorName }: Reader): string {
  if (isFollower) return 'Hello,';
  return nominatorName === null ? 'Dear donor,' : `Dear ${nominatorName},`;
}

const subjects: Record<UpdateKind, (need: string, title: string) => string> = {
  progress: (need, title) => `${need}: ${title}`,
  completed: (need, title) => `${need} is completed: ${title}`,
  did_not_work_out: (need, title) => `${need} did not work out: ${title}`,
};

/** What the reader has to do with the need. */
type Role = 'donor' | 'nominator' | 'both' | 'released' | 'follower';

function roleOf({ isFollower, nominatorName, shares }: Reader): Role {
  if (isFollower) return 'follower';
  if (nominatorName !== null) return shares.length > 0 ? 'both' : 'nominator';
  return shares.length > 0 ? 'donor' : 'released';
}

const openings: Record<UpdateKind, Record<Role, (need: string) => string>> = {
  progress: {
    donor: (need) => `There is news about "${need}". Your donation is part of it:`,
    nominator: (need) => `There is news about "${need}", which you nominated.`,
    both: (need) =>
      `There is news about "${need}", which you nominated. Your donation is part of it:`,
    released: (need) => `There is news about "${need}".`,
    follower: (need) => `There is news about "${need}". You asked to follow it.`,
  },
  completed: {
    donor: (need) => `"${need}" is completed, thanks to you. Your donation is part of it:`,
    nominator: (need) => `"${need}" is completed. Thank you for nominating it.`,
    both: (need) =>
      `"${need}" is completed, thanks to your nomination and your donation, which is part of it:`,
    released: (need) => `"${need}" is completed.`,
    follower: (need) => `"${need}" is completed. You asked to follow it.`,
  },
  did_not_work_out: {
    donor: (need) =>
      `We are sorry to tell you that "${need}" did not work out. Not all help does, and you have a right to know, because your donation was part of it:`,
    nominator: (need) =>
      `We are sorry to tell you that "${need}", which you nominated, did not work out. Not all help does, and you have a right to know.`,
    both: (need) =>
      `We are sorry to tell you that "${need}", which you nominated, did not work out. Not all help does, and you have a right to know, because your donation was part of it:`,
    released: (need) =>
      `We are sorry to tell you that "${need}" did not work out. Not all help does, and you have a right to know.`,
    follower: (need) =>
      `We are sorry to tell you that "${need}" did not work out. Not all help does. You asked to follow it, so we tell you.`,
  },
};

const stillForDonors =
  'If you stop these updates, you will still get receipts for your donations and replies to your messages.';
const reasons: Record<Role, string> = {
  donor: `your donation helped this need. ${stillForDonors}`,
  nominator:
    'you nominated this need. If you stop these updates, you will still get replies to your messages.',
  both: `you nominated this need, and your donation helped it. ${stillForDonors}`,
  follower:
    'you asked to follow this need. If you stop these updates, we delete your email address, unless you donated or nominated somebody with it.',
  released: `money from your donation was allocated to this need when we wrote this. It has gone back to your donation since then. ${stillForDonors}`,
};

function whatNow({ cause, hasRest }: UpdateNews['need']): string {
  const rest = hasRest
    ? ` The rest goes back to the donations that it came from, to help another need of the same cause: ${cause}.`
    : '';
  return `What happens to the money: what has already been spent stays on the page of this need, with its receipts.${rest}`;
}

/** What the reader can do now that it did not work out. */
function whatToDo({ nominatorName, shares }: Reader, config: Config): Block[] {
  return [
    ...(shares.length > 0
      ? [
          'You do not have to do anything, and you can always see where every cent of your donation is.',
        ]
      : []),
    ...(nominatorName !== null
      ? [`If you know what would help now, please ${writeBack(config)}.`]
      : []),
  ];
}

function donationName({ donationCents, givenAt }: DonationShare, timeZone: string): string {
  return `${formatCents(donationCents)} donation of ${formatDate(givenAt, timeZone)}`;
}

function shareRow(share: DonationShare, timeZone: string): [string, string] {
  const { allocatedCents, spentCents, releasedCents } = share;
  const places: [number, string][] = [
    [spentCents, 'spent'],
    [allocatedCents - spentCents, 'allocated but not spent yet'],
    [releasedCents, 'back in your donation'],
  ];
  return [
    `${formatCents(allocatedCents + releasedCents)} of your ${donationName(share, timeZone)}`,
    places
      .filter(([cents]) => cents > 0)
      .map(([cents, place]) => `${formatCents(cents)} ${place}`)
      .join(', '),
  ];
}

// Enough to give an impression; a mail with all of twenty photos would be large, and they are on the page.
const mostPictures = 6;
// On a sheet of 560 pixels, a wider copy looks the same.
const enoughWidth = 480;

interface Part {
  blocks: Block[];
  files: MailedFile[];
}

/** Photos, and the still pictures of videos, which link to the page. */
function picturesOf(files: PublicFile[], pageUrl: string): Part {
  const all = files.flatMap((file) => {
    const video = file.stillOf === null ? null : files.find(({ id }) => id === file.stillOf);
    const jpegs = file.copies.filter(({ type }) => type === 'image/jpeg');
    const copy = jpegs.find(({ width }) => (width ?? 0) >= enoughWidth) ?? jpegs.at(-1);
    if (file.kind !== 'photo' || !copy?.width || !copy.height) return [];
    const { key, width, height } = copy;
    const { caption, alternativeText } = video ?? file;
    return [
      picture({
        key,
        width,
        height,
        url: pageUrl,
        alternativeText: video ? `Video: ${alternativeText}` : alternativeText,
        caption: video
          ? `Video: ${caption || alternativeText}. Click the picture to watch it.`
          : caption,
      }),
    ];
  });
  const shown = all.slice(0, mostPictures);
  const more = all.length - shown.length;
  return {
    blocks: more > 0 ? [...shown, `${more} more on the page of this need.`] : shown,
    files: shown.flatMap((block) =>
      typeof block === 'object' && block.type === 'picture'
        ? [{ key: block.key, isInline: true }]
        : [],
    ),
  };
}

// A mail server may refuse a large mail, and not everyone has a fast connection.
const mostAttachedBytes = 5 * 1024 * 1024;

/** The public copies of the receipts: attached, or linked if they are too large together. */
function receiptsOf(files: PublicFile[], publicUrl: string): Part {
  const copies = files
    .filter(({ kind }) => kind === 'receipt')
    .flatMap(({ caption, copies }) => {
      const documents = copies.filter(({ type }) => type === 'application/pdf');
      return (documents.length > 0 ? documents : widestOfEachPage(copies)).map((copy) => ({
        ...copy,
        caption,
      }));
    });
  if (copies.length === 0) return { blocks: [], files: [] };
  if (copies.reduce((sum, { bytes }) => sum + bytes, 0) <= mostAttachedBytes) {
    const what = copies.length === 1 ? 'A copy of the receipt is' : 'Copies of the receipts are';
    return {
      blocks: [`${what} attached, as published.`],
      files: copies.map(({ key }) => ({ key, isInline: false })),
    };
  }
  return {
    blocks: copies.map(({ key, caption }) =>
      link(
        caption === '' ? 'Receipt' : `Receipt: ${caption}`,
        `${publicUrl}${publicFilePath(key)}`,
      ),
    ),
    files: [],
  };
}

function widestOfEachPage(copies: PublicFile['copies']): PublicFile['copies'] {
  const byPage = Map.groupBy(
    copies.filter(({ type }) => type === 'image/jpeg'),
    ({ page }) => page,
  );
  return [...byPage.values()].flatMap((page) => page.at(-1) ?? []);
}
