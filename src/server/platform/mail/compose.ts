import { publicPaths } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';
import type { MailUrgency, OutgoingMail } from '#server/platform/db/column-types.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';

/* The frame of every mail. */

/** A mail ready to be queued. */
export type Message = Omit<OutgoingMail, 'messageId'>;

/** A part of a mail, written once and rendered as HTML and as plain text. A text is a paragraph; its line breaks are kept. */
export type Block =
  | string
  | { type: 'facts'; rows: [label: string, value: string][] }
  | { type: 'quote'; text: string }
  | { type: 'button'; label: string; url: string }
  | { type: 'heading'; text: string }
  | { type: 'link'; label: string; url: string }
  | ({ type: 'picture' } & Picture);

interface Picture {
  /** The key of the public copy, which is attached to the mail as an inline file. */
  key: string;
  width: number;
  height: number;
  alternativeText: string;
  caption: string;
  /** The page that a click on it opens. */
  url: string;
}

/** Labels and values, like the lines of a receipt. A value of several lines is quoted, so that none looks like a row. */
export const facts = (rows: [string, string][]): Block => ({ type: 'facts', rows });
/** A person's own words. */
export const quote = (text: string): Block => ({ type: 'quote', text });
/** A prominent link; the plain text shows its address. */
export const button = (label: string, url: string): Block => ({ type: 'button', label, url });

/** A heading for what follows. */
export const heading = (text: string): Block => ({ type: 'heading', text });
/** A link on a line of its own, less prominent than a button. */
export const link = (label: string, url: string): Block => ({ type: 'link', label, url });
/** A picture inside the mail. The plain text has none: the page that the mail links to shows it. */
export const picture = (parts: Picture): Block => ({ type: 'picture', ...parts });

/** How to answer a mail, as in "If you have a question, please …": by the contact page where nobody reads replies. */
export const writeBack = ({ teamEmail, publicUrl }: Config): string =>
  teamEmail === null ? `write to us at ${publicUrl}${publicPaths.contact}` : 'reply to this email';

type Draft = Omit<Message, 'text' | 'html' | 'urgency' | 'isTest'> & {
  urgency: MailUrgency;
  blocks: Block[];
  /** It says something about donations: what of a trial has not left when the site goes live is dropped. */
  isAboutMoney?: true;
  /** It means what it says even during a trial: it is about an account, or somebody's own message. */
  isMeantInTrial?: true;
};

const trialNote = (isAboutMoney: boolean) =>
  `This is a test. This site is being tried out: ${
    isAboutMoney ? 'no card was charged, and no money was donated.' : 'no money on it is real.'
  }`;

/**
 * Composes a mail of its blocks: text and HTML say the same. An answer goes to the team, unless said otherwise. During a
 * trial, every mail says that it is a test, unless it is meant nevertheless.
 */
export function compose(config: Config, draft: Draft): Message {
  const { isAboutMoney = false, isMeantInTrial = false, ...mail } = draft;
  if (isMeantInTrial || !config.isTrial) return write(config, mail);
  const { subject, blocks } = mail;
  return write(config, {
    ...mail,
    subject: `Test: ${subject}`,
    blocks: [trialNote(isAboutMoney), ...blocks],
    ...(isAboutMoney && { isTest: true }),
  });
}

type Parts = Omit<Message, 'text' | 'html'> & { blocks: Block[] };

function write(config: Config, { blocks, ...rest }: Parts): Message {
  const signature = `${config.site.name} · ${config.publicUrl}`;
  return {
    ...(config.teamEmail !== null && { replyTo: config.teamEmail }),
    ...rest,
    text: `${[...blocks.map(blockText).filter((text) => text !== ''), `-- \n${signature}`].join('\n\n')}\n`,
    html: page(config, rest.subject, blocks.map(blockHtml).join('\n')),
  };
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  switch (block.type) {
    case 'facts': {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 1;
      return block.rows
        .map(([label, value]) =>
          lineBreak.test(value)
            ? `${label}:\n${quoted(value)}`
            : `${`${label}:`.padEnd(width)} ${value}`,
        )
        .join('\n');
    }
    case 'quote':
      return quoted(block.text);
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`;
    case 'picture':
      return '';
  }
}

// Inline, because many mail programs drop style sheets; the sheet below is only for dark mode.
const styles = {
  body: "margin:0;padding:24px 12px;background:#f2ebdc;color:#1d2a24;font:16px/1.55 Figtree,system-ui,-apple-system,'Segoe UI',sans-serif",
  sheet:
    'max-width:560px;margin:0 auto;padding:28px 28px 24px;background:#fffdf8;border-top:4px solid #1f4d3a;border-radius:4px',
  brand: 'margin:0 0 24px;font:600 22px Fraunces,Georgia,serif',
  heading: 'margin:28px 0 12px;font:600 20px/1.3 Fraunces,Georgia,serif',
  text: 'margin:0 0 16px',
  picture: 'margin:0 0 20px;font-size:14px;color:#55605a',
  table: 'margin:4px 0 22px;border-collapse:collapse;width:100%',
  label: 'padding:7px 16px 7px 0;border-bottom:1px solid #ded5c3;color:#55605a;vertical-align:top',
  value:
    'padding:7px 0;border-bottom:1px solid #ded5c3;text-align:right;font-variant-numeric:tabular-nums;word-break:break-word',
  sentence:
    'padding:7px 0;border-bottom:1px solid #ded5c3;vertical-align:top;word-break:break-word',
  quote: 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #f2a71b;text-align:left',
  button:
    'display:inline-block;padding:13px 24px;border-radius:6px;background:#1f4d3a;color:#fffdf8;text-decoration:none;font-weight:600',
  foot: 'margin:28px 0 0;padding-top:14px;border-top:1px solid #ded5c3;font-size:14px;color:#55605a',
};

const darkSheet = `@media (prefers-color-scheme:dark){
.body{background:#111713!important;color:#ece7db!important}
.sheet{background:#18201b!important;border-top-color:#8fcaae!important}
.label,.foot,.picture{color:#a9b3ad!important}
.label,.value,.sentence,.foot{border-color:#35413a!important}
.button{background:#8fcaae!important;color:#111713!important}
}`;

// In characters. What is longer, or has several lines, is read as a sentence and begins at the left.
const longestFigure = 40;

type Style = keyof typeof styles;
const look = (style: Style) => `class="${style}" style="${styles[style]}"`;

function blockHtml(block: Block): string {
  if (typeof block === 'string') return `<p ${look('text')}>${lines(block)}</p>`;
  switch (block.type) {
    case 'facts':
      return `<table role="presentation" ${look('table')}>${block.rows
        .map(
          ([label, value]) =>
            `<tr><td ${look('label')}>${escapeHtml(label)}</td><td ${look(value.length > longestFigure ? 'sentence' : 'value')}>${lineBreak.test(value) ? quoteHtml(value) : lines(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'quote':
      return quoteHtml(block.text);
    case 'button':
      return `<p style="margin:24px 0"><a ${look('button')} href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`;
    case 'heading':
      return `<h1 ${look('heading')}>${escapeHtml(block.text)}</h1>`;
    case 'link':
      return `<p ${look('text')}><a href="${escapeHtml(block.url)}" style="color:inherit">${escapeHtml(block.label)}</a></p>`;
    case 'picture':
      return pictureHtml(block);
  }
}

function pictureHtml({ key, width, height, alternativeText, caption, url }: Picture): string {
  const shownWidth = Math.min(width, widestPicture);
  const shownHeight = Math.round((height * shownWidth) / width);
  const image = `<img src="cid:${key}" alt="${escapeHtml(alternativeText)}" width="${shownWidth}" height="${shownHeight}" style="display:block;max-width:100%;height:auto;border-radius:4px">`;
  const below =
    caption === '' ? '' : `<span style="display:block;margin-top:6px">${lines(caption)}</span>`;
  const [start, end] = marks(key);
  return `${start}<p ${look('picture')}><a href="${escapeHtml(url)}">${image}</a>${below}</p>${end}`;
}

// The width that the margins leave for content.
const widestPicture = 504;

// Texts cannot contain these, because every < in them is escaped.
function marks(key: string): [start: string, end: string] {
  return [`<!-- ${key} -->`, `<!-- /${key} -->`];
}

/** A mail's HTML without a picture that may no longer be shown, and without its caption. */
export function withoutPicture(html: string, key: string): string {
  const [start, end] = marks(key);
  const from = html.indexOf(start);
  const to = html.indexOf(end, from);
  return from < 0 || to < 0 ? html : html.slice(0, from) + html.slice(to + end.length);
}

function page({ site, publicUrl }: Config, title: string, body: string): string {
  const address = escapeHtml(publicUrl);
  const name = escapeHtml(site.name);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${darkSheet}</style></head>
<body ${look('body')}>
<div ${look('sheet')}>
<p ${look('brand')}><a href="${address}" style="color:inherit;text-decoration:none">${name}</a></p>
${body}
<p ${look('foot')}>${name} · ${escapeHtml(site.tagline)}<br><a href="${address}" style="color:inherit">${address}</a></p>
</div>
</body>
</html>
`;
}

function quoteHtml(text: string): string {
  return `<blockquote ${look('quote')}>${lines(text)}</blockquote>`;
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** What some mail program begins a new line at; `^` matches after each of them. */
const lineBreak = /[\n\r\u2028\u2029]/;

function lines(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '<br>');
}
