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

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${lines(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" style="margin:0 0 20px;border-collapse:collapse;width:100%">${block.rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:6px 16px 6px 0;border-bottom:1px solid #d9d2c3;opacity:.75">${escapeHtml(label)}</td><td style="padding:6px 0;border-bottom:1px solid #d9d2c3;text-align:right">${lines(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #1f5b45">${lines(block.text)}</blockquote>`;
    case 'button':
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#1f5b45;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p>`;
  }
}

function page(config: Config, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:600 20px Georgia,serif"><a href="${escapeHtml(config.publicUrl)}" style="color:inherit;text-decoration:none">${escapeHtml(config.site.name)}</a></p>
${body}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #d9d2c3;font-size:14px;opacity:.75">${escapeHtml(config.site.name)} · ${escapeHtml(config.site.tagline)}<br><a href="${escapeHtml(config.publicUrl)}" style="color:inherit">${escapeHtml(config.publicUrl)}</a></p>
</div>
</body>
</html>
`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll(/\r?\n/g, '<br>');
}
