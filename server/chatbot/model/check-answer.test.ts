import { describe, expect, test } from 'vitest';
import type { FactItem } from '../answer/facts.ts';
import { isFaithful } from './check-answer.ts';

const dish = (name: string, price_amount: number, more: Partial<FactItem> = {}): FactItem => ({
  id: name,
  name,
  description: '',
  category: 'Mains',
  price_amount,
  hasOpenPrice: false,
  variants: [],
  group_ids: [],
  allergens: [],
  may_contain: [],
  areAllergensConfirmed: false,
  choices: [],
  dietary: [],
  availability: 'available',
  ...more,
});
const items = [
  dish('Butter chicken', 950, { description: 'Creamy tomato sauce, with almonds' }),
  dish('Garlic naan', 300),
  dish('Mango lassi', 350, {
    variants: [
      { name: 'Small', price_amount: 350, is_available: true },
      { name: 'Large', price_amount: 500, is_available: true },
    ],
  }),
];
const evidence = {
  lines: [
    'Saturday 21 November: open 11:00 to 22:00.',
    'Yes, we deliver to SE1. Delivery costs £2.50. Minimum order: £10.00.',
  ],
  words: items.flatMap(({ name, description }) => [name, description]),
  guestTexts: ['do you have lobster or something with almonds'],
  isActing: true,
};
const isTrue = (text: string, more: Partial<typeof evidence> = {}) =>
  isFaithful(text, { ...evidence, ...more }, { items, locale: 'en-GB', currency: 'GBP' });

describe('a model may say', () => {
  test.each([
    'Great choice! I’ve added 2 Butter chicken to your basket. Would you like anything else?',
    'I have put two Butter chicken and one Garlic naan in the basket. Is that right?',
    'Our Butter chicken has a creamy tomato sauce. Butter chicken: £9.50.',
    'The Butter chicken is £9.50, and the Garlic naan is £3.00.',
    'Which size would you like: Mango lassi, Large: £5.00 or Mango lassi, Small: £3.50?',
    'Saturday 21 November: open 11:00 to 22:00.',
    'Sure! Delivery costs £2.50.',
    'We have Butter chicken (£9.50) and Garlic naan (£3.00) – would you like one of them?',
    'Butter chicken – £9.50.',
    'Sorry, that dish is not something I can find here.',
    'Would you like the delivery or the pickup?',
    'Ich habe zwei Butter Chicken in den Warenkorb hinzugefügt. Noch etwas?',
    'He añadido dos Butter chicken a tu cesta. ¿Algo más?',
    'Czy coś jeszcze?',
  ])('%s', (text) => {
    expect(isTrue(text)).toBe(true);
  });
});

describe('a model may not say', () => {
  test.each([
    ['a price of nothing', 'The Butter chicken is £8.50.'],
    ['the price of another dish', 'The Butter chicken is £3.00.'],
    ['the price of another size', 'Mango lassi, Small: £5.00.'],
    ['a price without its size', 'Mango lassi: £3.50.'],
    ['two dishes for one price', 'Butter chicken and Garlic naan are £3.00.'],
    ['more for the price', 'Butter chicken is £9.50 with Garlic naan.'],
    ['a fee as another one', 'Delivery costs £10.00.'],
    ['a price in words', 'The Butter chicken costs nine pounds.'],
    ['a price in words without a currency', 'The Butter chicken is for five.'],
    ['digits of another script', 'Butter chicken: £٩.٥٠'],
    ['wide digits', 'Butter chicken: ￡８.５０'],
    ['a discount', 'Everything is 20% off.'],
    ['a gift', 'The Garlic naan is on the house.'],
    ['a gift in French', 'Le Garlic naan est offert.'],
    ['hours of nothing', 'We are open until 23:00.'],
    ['hours of another day', 'Sunday 22 November: open 11:00 to 22:00.'],
    ['hours in words', 'We are open until midnight.'],
    ['hours without a number', 'We are always open.'],
    ['closed days', 'Leider ist heute geschlossen.'],
    ['an allergen', 'The Butter chicken has almonds.'],
    ['no allergen', 'There are no almonds in the Butter chicken.'],
    ['none at all', 'Without nuts.'],
    ['none in Polish', 'Bez orzechów!'],
    ['that it is safe', 'It is safe.'],
    ['a diet', 'Butter chicken is vegan.'],
    ['a dish of nothing', 'You can have our lobster thermidor.'],
    ['a dish that was asked for', 'Yes, we have lobster.'],
    ['a dish of two names', 'You can have our butter naan.'],
    ['that it is placed', 'Your order is placed.'],
    ['that it is booked', 'Your table is booked.'],
    ['an address on the web', 'See evil.example for more.'],
    ['letters that look alike', 'Butter chickеn.'],
    ['what nobody wrote', 'Our head chef is Marco.'],
    ['nothing', ' '],
  ])('%s', (_, text) => {
    expect(isTrue(text)).toBe(false);
  });
});

describe('where the guest has asked something', () => {
  const answers = (text: string) => isTrue(text, { isActing: false, guestTexts: ['Is it below £5?'] });

  test.each([
    'Great choice! Butter chicken: £9.50.',
    'Saturday 21 November: open 11:00 to 22:00.',
    'Our Butter chicken has a creamy tomato sauce.',
    'Would you like the Garlic naan?',
    'Thank you!',
  ])('a model may say: %s', (text) => {
    expect(answers(text)).toBe(true);
  });

  test.each([
    'Yes!',
    'Sure, it is.',
    'It is.',
    'The Butter chicken is.',
    'You can have that.',
    'Yes, Butter chicken: £9.50.',
    'Absolutely, the creamy tomato sauce.',
    'Natürlich!',
    'Claro que sí.',
    'Tak, jest.',
    'No.',
  ])('a model may not affirm or deny: %s', (text) => {
    expect(answers(text)).toBe(false);
  });

  test('a draft does not affirm a question beside it', () => {
    const besides = { isActing: true, guestTexts: ['Two Garlic naan. Are they free?'] };
    expect(isTrue('Yes! I have added two Garlic naan.', besides)).toBe(false);
    expect(isTrue('I have added two Garlic naan.', besides)).toBe(true);
  });
});
