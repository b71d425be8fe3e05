import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { composeMail, type MailContent } from '../integrations/compose-mail.ts';
import { settingsAddress } from '../notifications/mail-jobs.ts';
import { exponentOf } from '../platform/currency.ts';
import type { ItemSums } from './figures.ts';
import { increment, type Totals } from './insights.ts';

export interface Week {
  restaurant: Pick<Restaurant, 'name' | 'currency' | 'locale'>;
  /** Business days. */
  firstDay: string;
  lastDay: string;
  sums: Totals;
  /** Of the week before. */
  before: Totals;
  /** The best sellers, the best first. */
  items: ItemSums[];
}

/** The week in figures, in the restaurant's currency and the format of its locale. */
export function reportMail(
  { restaurant, firstDay, lastDay, sums, before, items }: Week,
  publicUrl: string,
): MailContent {
  const locale = knownLocale(restaurant.locale);
  const money = (amount: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: restaurant.currency }).format(
      amount / 10 ** exponentOf(restaurant.currency),
    );
  const count = (value: number) => new Intl.NumberFormat(locale).format(value);
  const percent = (value: number, former: number) => {
    const change = increment(value, former);
    if (change === null) return '';
    const figure = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(
      change,
    );
    return `, ${figure} %`;
  };
  const day = (date: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date));
  const orders = sums.orders_count === 1 ? '1 order' : `${count(sums.orders_count)} orders`;
  return composeMail(
    `Your week at ${restaurant.name}: ${orders}, ${money(sums.revenue)}`.replaceAll(/\s+/g, ' '),
    [
      `${restaurant.name}, ${day(firstDay)} to ${day(lastDay)}`,
      [
        `Orders: ${count(sums.orders_count)} (the week before: ${count(before.orders_count)}${percent(sums.orders_count, before.orders_count)})`,
        `Revenue: ${money(sums.revenue)} (the week before: ${money(before.revenue)}${percent(sums.revenue, before.revenue)})`,
        `Rejected orders: ${count(sums.rejected_count)}`,
        `Cancelled orders: ${count(sums.cancelled_count)}`,
        `Refunds: ${money(sums.refunded_amount)}`,
      ].join('\n'),
      ...(items.length === 0
        ? []
        : [
            [
              'Best sellers',
              ...items.map(
                ({ name, quantity, revenue }, i) => `${i + 1}. ${name}: ${count(quantity)} sold, ${money(revenue)}`,
              ),
            ].join('\n'),
          ]),
      `More figures:\n${publicUrl}/restaurant/insights?date=${firstDay}..${lastDay}`,
      `To stop this report, turn it off in the settings:\n${settingsAddress(publicUrl)}`,
    ],
    locale,
  );
}

/** An unknown locale must not stop the report. */
function knownLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en-GB';
  } catch {
    return 'en-GB'; // not a language tag at all
  }
}
