/** Length of an IBAN by country (the registry of SWIFT, ISO 13616). */
const lengths: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 ' +
    'MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ' +
    'SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Account numbers of banks without IBANs do not begin with letters. */
const isMeantAsIban = (number: string) => /^[A-Z]{2}/.test(number);

/** Why a number, in capitals and without spaces, cannot be the IBAN that it is meant as; null if it can, or is none. */
export function ibanFault(number: string): string | null {
  if (!isMeantAsIban(number)) return null;
  const country = number.slice(0, 2);
  const length = lengths[country];
  if (length === undefined) return `No IBAN begins with ${country}`;
  if (number.length !== length)
    return `An IBAN of ${country} has ${length} characters, and this one has ${number.length}`;
  return remainder97(number) === 1 ? null : 'This IBAN has a wrong character: compare it with the bank’s';
}

/** Letters count as 10 to 35, and the first four characters come last. */
function remainder97(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}
