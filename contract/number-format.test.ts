import { expect, test } from 'vitest';
import { decideNumberFormat, readAmount, typedFormat } from './number-format.ts';

const units = { GBP: 2, USD: 2, EUR: 2, NGN: 2, PLN: 2, IDR: 0, HUF: 2, VND: 0, JPY: 0, KWD: 3, IQD: 3 };

/** The cells of a file as amounts, or why they are none. */
function readAll(currency: keyof typeof units, ...cells: string[]) {
  const exponent = units[currency];
  const format = decideNumberFormat([cells], { currency, exponent });
  return cells.map((cell) => {
    const read = readAmount(cell, format, exponent);
    return 'amount' in read ? read.amount : read.fault;
  });
}

test.each([
  ['VND', ['45.000', '120.000'], [45_000, 120_000]],
  ['VND', ['45,000', '1,250,000'], [45_000, 1_250_000]],
  ['VND', ['45.000 ₫', '45.000đ', '45 000'], [45_000, 45_000, 45_000]],
  ['VND', ['45.000', '65,000', '1.250.000', '2,500,000'], [45_000, 65_000, 1_250_000, 2_500_000]],
  ['IDR', ['25.000', '65,000', '1.250.000'], [25_000, 65_000, 1_250_000]],
  ['IDR', ['25.000', 'Rp 7.500', 'Rp. 900'], [25_000, 7500, 900]],
  ['HUF', ['1 250 Ft', '2.490'], [125_000, 249_000]],
  ['JPY', ['1,200', '300.00'], [1200, 300]],
  ['KWD', ['1.250', '12.5'], [1250, 12_500]],
  ['NGN', ['1,250', '₦4,500'], [125_000, 450_000]],
  ['PLN', ['1.250', '12,50 zł'], [125_000, 1250]],
  ['EUR', ['6,500', '1.200,00'], [650, 120_000]],
  ['EUR', ['1.200', '8,50'], [120_000, 850]],
  ['EUR', ['1.200', '1.200.000'], [120_000, 120_000_000]],
  ['EUR', ['1,200', '8.50'], [120_000, 850]],
  ['USD', ['1,234.50', '$8', '0.125'], [123_450, 800, 'decimals']],
  ['GBP', ['£1,234', '.80', '8.500', '12.–', "1'200.00"], [123_400, 80, 850, 1200, 120_000]],
  ['GBP', ['１２.５０', '٤٫٥٠'], [1250, 450]],
] as const)('%s: %j', (currency, cells, amounts) => {
  expect(readAll(currency, ...cells)).toEqual(amounts);
});

test.each([
  ['no cell tells, and the countries of the currency differ', 'EUR', ['1.200', '8'], ['doubt', 800]],
  ['cells contradict each other', 'GBP', ['6,500', '1.200,00', '8.50'], ['doubt', 120_000, 850]],
  ['decimals that nobody uses stand beside', 'VND', ['45.000', '8.00'], ['doubt', 8]],
  ['Iraq counts in thousands and has three decimals', 'IQD', ['5.000', '5,000'], ['doubt', 5_000_000]],
] as const)('stays in doubt where %s', (_, currency, cells, results) => {
  expect(readAll(currency, ...cells)).toEqual(results);
});

test.each(['', 'free', '1.2.3', '11 50', '1,23,4', '2x', '1.234,567,8', '.', '-', 'Rp', '12 34 567'])(
  'takes “%s” for no amount',
  (cell) => {
    expect(readAll('GBP', cell)).toEqual(['not_amount']);
  },
);

test.each(['-8.50', '£-8.50', '-£8.50', '(8.50)', '8.50-', '−8.50'])('sees that %s is negative', (cell) => {
  expect(readAll('GBP', cell)).toEqual(['negative']);
});

test('other columns decide where the first shows no sign', () => {
  const unit = { currency: 'EUR', exponent: 2 };
  const format = decideNumberFormat([['1.200', '8'], ['9,50']], unit);
  expect(readAmount('1.200', format, 2)).toEqual({ amount: 120_000 });
});

test('reads back what our exports write, in every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const exponent = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits!;
    for (const amount of [0, 5, 99, 1150, 12_000, 123_456, 250_000, 1_234_567])
      expect([
        currency,
        readAmount((amount / 10 ** exponent).toFixed(exponent), typedFormat({ currency, exponent }), exponent),
      ]).toEqual([currency, { amount }]);
  }
});
