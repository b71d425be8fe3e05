import { toLocalParts, dayOfDate } from '../../../contract/restaurant/zone.ts';
import type { Facts } from './facts.ts';
import type { Language } from './lexicon.ts';
import { phraseOf } from './phrases.ts';

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

const localeOf: Record<Language, string> = {
  en: 'en-GB',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
};

export const dateText = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(dayOfDate(date) * 86_400_000);

/** "Monday". 2026-11-22 was a Sunday. */
export const weekdayText = (weekday: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf[language], { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 22 + weekday),
  );

export const joined = (parts: readonly string[], language: Language): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${phraseOf(language, 'and')} ${parts.at(-1)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const units: Record<Language, [minute: string, hour: string, day: string]> = {
  en: ['minutes', 'hours', 'days'],
  es: ['minutos', 'horas', 'días'],
  fr: ['minutes', 'heures', 'jours'],
  de: ['Minuten', 'Stunden', 'Tage'],
  it: ['minuti', 'ore', 'giorni'],
  pt: ['minutos', 'horas', 'dias'],
};

/** "75 minutes", "2 hours (120 minutes)". */
export function minutesText(minutes: number, language: Language): string {
  const [minute, hour, day] = units[language];
  if (minutes >= 2880 && minutes % 1440 === 0) return `${minutes / 1440} ${day}`;
  if (minutes >= 120 && minutes % 60 === 0) return `${minutes / 60} ${hour} (${minutes} ${minute})`;
  return `${minutes} ${minute}`;
}
