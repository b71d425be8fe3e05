export interface WrittenItem {
  name: string;
  prices: number[];
  description: string;
  number: number;
}

type Template = (item: WrittenItem, money: (minor: number) => string) => string;

export const swiss = (minor: number): string => (minor % 100 === 0 ? `${minor / 100}.-` : (minor / 100).toFixed(2));
export const naira = (minor: number): string => `₦${Math.round(minor / 100).toLocaleString('en-GB')}`;
export const comma = (minor: number): string => (minor / 100).toFixed(2).replace('.', ',');
export const euroFirst = (minor: number): string => `€${(minor / 100).toFixed(2)}`;
export const euroWhole = (minor: number): string => `${minor / 100} €`;
export const dollars = (minor: number): string => `$${(minor / 100).toFixed(2)}`;

export const row: Template = ({ name, prices, description }, money) =>
  `<div class=i><div class=l><span class=n>${name}</span><span class=f></span>${prices.map((one) => `<span class=p>${money(one)}</span>`).join('')}</div>${description ? `<p class=d>${description}</p>` : ''}</div>`;
export const dots: Template = ({ name, prices, description, number }, money) =>
  `<div class=i><div class=l><span class=n>${name}</span><span class="f dots">${number % 3 === 0 ? '.'.repeat(220) : number % 3 === 1 ? ' . . . . . . &nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; . . . . .'.repeat(9) : '․․․․․․․&nbsp;&nbsp;&nbsp;&nbsp;․․․․'.repeat(12)}</span>${prices.map((one) => `<span class=p>${money(one)}</span>`).join('')}</div>${description ? `<p class=d>${description}</p>` : ''}</div>`;
export const priceFirst: Template = ({ name, prices, description }, money) =>
  `<div class="i l"><span class=p>${money(prices[0]!)}</span><div style="margin-left:28px"><span class=n>${name}</span>${description ? `<p class=d>${description}</p>` : ''}</div></div>`;
export const priceUnder: Template = ({ name, prices, description }, money) =>
  `<div class=i><p class=n>${name}</p>${description ? `<p class=d>${description}</p>` : ''}<p class=p>${money(prices[0]!)}</p></div>`;
export const nameThenPriceUnder: Template = ({ name, prices, description }, money) =>
  `<div class=i><p class=n>${name}</p><p class=p>${money(prices[0]!)}</p>${description ? `<p class=d>${description}</p>` : ''}</div>`;
export const inline: Template = ({ name, prices, description }, money) =>
  `<div class=i><span class=n>${name}</span>${description ? `<span class=d>, ${description}</span>` : ''}&ensp;<span class=p>${money(prices[0]!)}</span></div>`;
export const numbered: Template = ({ name, prices, description, number }, money) =>
  row({ name: `${number}. ${name}`, prices, description, number }, money);
export const bareNumbered: Template = ({ name, prices, description, number }, money) =>
  `<div class=i><div class=l><span style="width:44px">${number}</span><span class=n>${name}</span><span class=f></span><span class=p>${money(prices[0]!)}</span></div>${description ? `<p class=d style="margin-left:44px">${description}</p>` : ''}</div>`;
export const allergens: Template = ({ name, prices, description, number }, money) =>
  row(
    {
      name: `${name} <small>(${[1 + (number % 5), 7, 9 + (number % 4)].join(',')})</small>`,
      prices,
      description,
      number,
    },
    money,
  );
export const slashed: Template = ({ name, prices, description }, money) =>
  `<div class=i><div class=l><span class=n>${name}</span><span class=f></span><span class=p>${prices.map(money).join(' / ')}</span></div>${description ? `<p class=d>${description}</p>` : ''}</div>`;
export const dashed: Template = ({ name, prices, description }, money) =>
  `<div class=i style="text-align:center"><p><span class=n>${name}</span> <span class=p>– ${money(prices[0]!)}</span></p>${description ? `<p class=d>${description}</p>` : ''}</div>`;
