export interface ReadMail {
  to: string;
  subject: string;
  date: string;
  /** The plain-text part. */
  text: string;
}

/** Reads a mail written by this server: headers, then plain text and HTML parts. Not a general parser. */
export function readMail(source: string): ReadMail {
  const unixed = source.replaceAll('\r\n', '\n');
  const { headers, body } = split(unixed);
  const header = (name: string) => decodeEncodedWords(headers.get(name) ?? '');
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? body.split(`--${boundary}`).map((part) => split(part.replace(/^\n/, '')))
    : [{ headers, body }];
  const plain = parts.find((part) => part.headers.get('content-type')?.startsWith('text/plain'));
  const text = plain ? decodeBody(plain.body, plain.headers.get('content-transfer-encoding') ?? '7bit') : '';
  return { to: header('to'), subject: header('subject'), date: header('date'), text: text.trim() };
}

function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\n\n');
  // Long headers continue on lines that start with a space.
  const lines = source
    .slice(0, end < 0 ? undefined : end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: end < 0 ? '' : source.slice(end + 2) };
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (/quoted-printable/i.test(encoding)) return decodeQuoted(body.replace(/=\n/g, ''));
  return body;
}

/** Encoded header words such as =?UTF-8?Q?caf=C3=A9?= (RFC 2047). */
function decodeEncodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // Decoded bytes are UTF-8 and the rest ASCII, so each character is one byte here.
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
