import { clip } from '../../../contract/clip.ts';
/** A postcode in whatever country: letters and digits, at least one digit. */
export function postcodeIn(text: string): string | null {
  const known =
    /\b([a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|[a-z]\d[a-z]\s*\d[a-z]\d|\d{3}-\d{4}|\d{4,7}(?:-\d{3,4})?)\b/i.exec(
      text,
    )?.[1];
  if (known) return known.toUpperCase();
  const alone = text.replace(/^\W*(?:it['’]?s|it is|the postcode is|postcode:?|zip:?)\s+/i, '').trim();
  return /^[a-z\d][a-z\d -]{1,10}[a-z\d]$/i.test(alone) && /\d/.test(alone) ? alone.toUpperCase() : null;
}

/** "12 Mill Lane, London SE1 9PA": the town is the last part, else the restaurant's own. */
export function addressIn(
  text: string,
  postcode: string | null,
  ownCity: string | null,
): { line_1: string; city: string } | null {
  const escaped = postcode
    ?.replaceAll(/\s+/g, '')
    .split('')
    .join(String.raw`\s*`);
  const plain = (escaped ? text.replace(new RegExp(escaped, 'i'), ' ') : text).replace(
    /^\W*(?:it['’]?s|it is|my address is|address:?)\s+/i,
    '',
  );
  const parts = plain.split(/[,\n]/).flatMap((part) => part.replaceAll(/\s+/g, ' ').trim() || []);
  // A house may have a name instead of a number; then the town belongs to it.
  if (!/\p{L}/u.test(plain) || (parts.length < 2 && !/\d/.test(plain))) return null;
  const city = parts.length > 1 ? parts.at(-1)! : ownCity;
  if (!city) return null;
  const line_1 = (parts.length > 1 ? parts.slice(0, -1) : parts).join(', ');
  return { line_1: clip(line_1, 120, ''), city: clip(city, 80, '') };
}
