import { toLocalParts, dayOfDate } from '../../../contract/restaurant/zone.ts';
import type { Facts } from './facts.ts';
import type { Language } from '../languages/language.ts';
import { packs, phraseOf } from '../languages/languages.ts';

/** An amount as the restaurant writes it, with common spaces only, whatever the language of the answer. */
export function amountText({ locale, currency }: Pick<Facts, 'locale' | 'currency'>, amount: number): string {
  const format = moneyFormat(locale, currency);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format
    .format(amount / 10 ** digits)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replace('￥', '¥');
}

const formats = new Map<string, Intl.NumberFormat>();
function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  let made: Intl.NumberFormat;
  try {
    made = new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' });
  } catch {
    made = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  }
  formats.set(key, made);
  return made;
}

export function timeText(instant: string | number, timezone: string): string {
  const at = typeof instant === 'number' ? instant : Date.parse(instant);
  return new Date(toLocalParts(at, timezone)).toISOString().slice(11, 16);
}

export const dateText = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(packs[language].locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(dayOfDate(date) * 86_400_000);

/** "Monday". 2026-11-22 was a Sunday. */
export const weekdayText = (weekday: number, language: Language): string =>
  new Intl.DateTimeFormat(packs[language].locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 22 + weekday),
  );

export const joined = (parts: readonly string[], language: Language): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${phraseOf(language, 'and')} ${parts.at(-1)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "75 minutes", "2 hours (120 minutes)". */
export function minutesText(minutes: number, language: Language): string {
  const count = (value: number, unit: string) =>
    new Intl.NumberFormat(packs[language].locale, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      useGrouping: false,
    }).format(value);
  if (minutes >= 2880 && minutes % 1440 === 0) return count(minutes / 1440, 'day');
  if (minutes >= 120 && minutes % 60 === 0) return `${count(minutes / 60, 'hour')} (${count(minutes, 'minute')})`;
  return count(minutes, 'minute');
}
