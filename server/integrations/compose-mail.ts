import type { Mail } from './mail.ts';

export type MailContent = Omit<Mail, 'to'>;

/** Plain text and the same in simple HTML. A line that is an address becomes a link. Loads nothing and tracks nothing. */
export function composeMail(subject: string, paragraphs: string[], locale = 'en-GB'): MailContent {
  const text = [...paragraphs, 'Galley'].join('\n\n');
  const html = [...paragraphs, 'Galley'].map(
    (paragraph) => `<p>${paragraph.split('\n').map(lineHtml).join('<br>')}</p>`,
  );
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html><html lang="${escape(locale)}"><body>${html.join('')}</body></html>`,
  };
}

const lineHtml = (line: string) =>
  /^https?:\/\/\S+$/.test(line) ? `<a href="${escape(line)}">${escape(line)}</a>` : escape(line);

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
