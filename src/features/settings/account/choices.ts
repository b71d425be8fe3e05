/** The zones that this browser knows, and the one in use. "Europe/London" → "Europe/London". */
export const timeZones = (inUse: string): (readonly [string, string])[] =>
  [...new Set([inUse, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((zone) => [zone, zone.replaceAll('_', ' ')] as const);

const known = [
  'en-GB',
  'en-US',
  'en-IE',
  'en-AU',
  'en-CA',
  'en-NG',
  'en-IN',
  'en-ZA',
  'ar',
  'bg-BG',
  'bn-BD',
  'cs-CZ',
  'da-DK',
  'de-DE',
  'de-AT',
  'de-CH',
  'el-GR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-FR',
  'fr-CA',
  'he-IL',
  'hi-IN',
  'hr-HR',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nl-NL',
  'nb-NO',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'ur-PK',
  'vi-VN',
  'zh-CN',
  'zh-TW',
];

/** Languages by their English names, and the one in use. */
export function languages(inUse: string): (readonly [string, string])[] {
  const names = new Intl.DisplayNames('en-GB', { type: 'language' });
  return [...new Set([inUse, ...known])]
    .map((tag) => [tag, names.of(tag) ?? tag] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en-GB'));
}
