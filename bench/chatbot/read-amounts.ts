/** Amounts as digits alone: "£1,234.50" and "1.234,50 €" are both 123450. */
export function amountsIn(text: string): string[] {
  const number = String.raw`\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,3})?`;
  const pattern = new RegExp(
    String.raw`(?:[£$€¥￥₦₹₩₫₺₽]|\b(?:gbp|usd|eur|cad|aud|jpy|ngn|inr|kwd|chf|ca\$|us\$|a\$))\s*(${number})` +
      String.raw`|(?<![\d.,])(${number})\s*(?:[£$€¥￥₦₹₩₫₺₽]|(?:gbp|usd|eur|cad|aud|jpy|ngn|inr|kwd|chf|pounds?|euros?|dollars?|yen|pence|p|cents?|円)(?![\p{L}]))` +
      String.raw`|(?<![\d:.,])(\d+[.,]\d{2,3})(?![\d:.,%]|\s*(?:am|pm|h\b))`,
    'gu',
  );
  return [...text.matchAll(pattern)].map(([, a, b, c]) => normal(a ?? b ?? c!));
}

/** Cents are kept as written: "12.5" is 12.50, "12" is 12.00. */
function normal(written: string): string {
  const bare = written.replaceAll(/[' ]/g, '').replace(/[.,]+$/, '');
  const decimals = /[.,](\d{1,2})$/.exec(bare)?.[1];
  const whole = (decimals === undefined ? bare : bare.slice(0, -decimals.length - 1)).replaceAll(/[.,]/g, '');
  return `${Number(whole)}.${(decimals ?? '').padEnd(2, '0')}`;
}

/** Times as minutes since midnight, so that "10 pm" is 22:00. */
export function timesIn(text: string): number[] {
  const pattern =
    /\b(\d{1,2})(?:[:h](\d{2})|\.(\d{2})(?=\s*(?:am|pm|a\.m|p\.m|uhr)))\s*(am|pm|a\.m|p\.m)?|\b(\d{1,2})\s*(am|pm|a\.m|p\.m|h\b|uhr|o'clock|heures)/g;
  return [...text.matchAll(pattern)].map(([, hour, minute, dotted, half, bareHour, suffix]) => {
    const hours = Number(hour ?? bareHour);
    const mark = half ?? suffix ?? '';
    const shifted = mark.startsWith('p') && hours < 12 ? hours + 12 : mark.startsWith('a') && hours === 12 ? 0 : hours;
    return shifted * 60 + Number(minute ?? dotted ?? 0);
  });
}
