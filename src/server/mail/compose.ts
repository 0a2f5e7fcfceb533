import type { Config } from '#server/config.ts';
import { escapeHtml } from '#server/html.ts';

/** A mail ready to be queued. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
}

/** A part of a mail, written once and rendered as HTML and as plain text. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'facts'; rows: [label: string, value: string][] }
  | { type: 'quote'; text: string }
  | { type: 'button'; label: string; url: string };

/** Running text; line breaks are kept. */
export const paragraph = (text: string): Block => ({ type: 'paragraph', text });
/** Labels and values, like the lines of a receipt. */
export const facts = (rows: [string, string][]): Block => ({ type: 'facts', rows });
/** Somebody's own words. */
export const quote = (text: string): Block => ({ type: 'quote', text });
/** A link that stands out; the plain text shows its address. */
export const button = (label: string, url: string): Block => ({ type: 'button', label, url });

interface Draft {
  to: string;
  subject: string;
  blocks: Block[];
  replyTo?: string;
}

/** Makes the mail of its blocks: text and HTML say the same. */
export function compose(config: Config, { to, subject, blocks, replyTo }: Draft): Message {
  const signature = `${config.site.name} · ${config.publicUrl}`;
  return {
    to,
    subject,
    text: `${[...blocks.map(blockText), `-- \n${signature}`].join('\n\n')}\n`,
    html: page(config, subject, blocks.map(blockHtml).join('\n')),
    ...(replyTo !== undefined && { replyTo }),
  };
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return block.text;
    case 'facts': {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 1;
      return block.rows.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`).join('\n');
    }
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'button':
      return `${block.label}:\n${block.url}`;
  }
}

// Inline, because many mail programs drop a style sheet; the sheet below only turns it dark.
const styles = {
  body: "margin:0;padding:24px 12px;background:#f2ebdc;color:#1d2a24;font:16px/1.55 Figtree,system-ui,-apple-system,'Segoe UI',sans-serif",
  sheet:
    'max-width:560px;margin:0 auto;padding:28px 28px 24px;background:#fffdf8;border-top:4px solid #1f4d3a;border-radius:4px',
  brand: 'margin:0 0 24px;font:600 22px Fraunces,Georgia,serif',
  text: 'margin:0 0 16px',
  table: 'margin:4px 0 22px;border-collapse:collapse;width:100%',
  label: 'padding:7px 16px 7px 0;border-bottom:1px solid #ded5c3;color:#55605a;vertical-align:top',
  value:
    'padding:7px 0;border-bottom:1px solid #ded5c3;text-align:right;font-variant-numeric:tabular-nums;word-break:break-word',
  quote: 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #f2a71b',
  button:
    'display:inline-block;padding:13px 24px;border-radius:6px;background:#1f4d3a;color:#fffdf8;text-decoration:none;font-weight:600',
  foot: 'margin:28px 0 0;padding-top:14px;border-top:1px solid #ded5c3;font-size:14px;color:#55605a',
};

const darkSheet = `@media (prefers-color-scheme:dark){
.body{background:#111713!important;color:#ece7db!important}
.sheet{background:#18201b!important;border-top-color:#8fcaae!important}
.label,.foot{color:#a9b3ad!important}
.label,.value,.foot{border-color:#35413a!important}
.button{background:#8fcaae!important;color:#111713!important}
}`;

type Style = keyof typeof styles;
const look = (style: Style) => `class="${style}" style="${styles[style]}"`;

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p ${look('text')}>${lines(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" ${look('table')}>${block.rows
        .map(
          ([label, value]) =>
            `<tr><td ${look('label')}>${escapeHtml(label)}</td><td ${look('value')}>${lines(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'quote':
      return `<blockquote ${look('quote')}>${lines(block.text)}</blockquote>`;
    case 'button':
      return `<p style="margin:24px 0"><a ${look('button')} href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`;
  }
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

function lines(text: string): string {
  return escapeHtml(text).replaceAll(/\r?\n/g, '<br>');
}
