import { describe, expect, test } from 'vitest';
import { categorise } from './categories.ts';

const groups = (...names: string[]) =>
  Object.fromEntries(categorise(names).map(({ category, names: found }) => [category, found]));

describe('categories from dish names', () => {
  test('a curry house', () => {
    expect(
      groups(
        'Onion Bhajee',
        'Meat Samosa',
        'Chicken Tikka (Main)',
        'Tandoori Fish',
        'Chicken Tikka Masala',
        'Butter Chicken',
        'Bhuna - Chicken',
        'Bhuna - Lamb',
        'Bhuna - Prawn',
        'Bhuna',
        'Mushroom',
        'Mushroom - Lamb',
        'Mushroom - Chicken',
        'Mushroom - Prawn',
        'Lamb Biryani',
        'Chicken Biryani',
        'Saag Aloo',
        'Bombay Aloo',
        'Mushroom Rice',
        'Pilau Rice',
        'Garlic Naan',
        'Chapati',
        'Mango Chutney',
        'Plain Papadum',
        'Mint Sauce',
        'Korma Sauce',
        'Madras Sauce',
        'COBRA (330ML)',
        'Bottle Coke',
      ),
    ).toEqual({
      Starters: ['Meat Samosa', 'Onion Bhajee'],
      'Tandoori and grills': ['Chicken Tikka (Main)', 'Tandoori Fish'],
      'House specials': ['Butter Chicken', 'Chicken Tikka Masala'],
      Curries: [
        'Bhuna',
        'Bhuna - Chicken',
        'Bhuna - Lamb',
        'Bhuna - Prawn',
        'Mushroom',
        'Mushroom - Chicken',
        'Mushroom - Lamb',
        'Mushroom - Prawn',
      ],
      Biryani: ['Chicken Biryani', 'Lamb Biryani'],
      'Vegetable dishes': ['Bombay Aloo', 'Saag Aloo'],
      Rice: ['Mushroom Rice', 'Pilau Rice'],
      Breads: ['Chapati', 'Garlic Naan'],
      Sundries: ['Mango Chutney', 'Mint Sauce', 'Plain Papadum'],
      Sauces: ['Korma Sauce', 'Madras Sauce'],
      Drinks: ['Bottle Coke', 'COBRA (330ML)'],
    });
  });

  test('pizza, burgers, a Chinese takeaway', () => {
    expect(
      groups(
        'Pepperoni Pizza 12"',
        'Margherita',
        'Cheeseburger',
        'Veggie Burger',
        'Chicken Chow Mein',
        'Singapore Noodles',
        'Chow Mein - Beef',
        'Hot & Sour Soup',
        'Wonton Soup',
        'Crispy Duck',
        'Duck in Plum',
        'Chips',
        'Coleslaw',
        'Tiramisu',
        'Ice Cream Tub',
        'Still Water',
      ),
    ).toEqual({
      Pizza: ['Margherita', 'Pepperoni Pizza 12"'],
      Burgers: ['Cheeseburger', 'Veggie Burger'],
      Noodles: ['Chicken Chow Mein', 'Chow Mein - Beef', 'Singapore Noodles'],
      Soups: ['Hot & Sour Soup', 'Wonton Soup'],
      Duck: ['Crispy Duck', 'Duck in Plum'],
      'Sides and salads': ['Chips', 'Coleslaw'],
      Desserts: ['Ice Cream Tub', 'Tiramisu'],
      Drinks: ['Still Water'],
    });
  });

  test('unknown dishes are grouped, none lost or doubled', () => {
    const names = ['Surprise', 'Number 42', 'Zürcher Geschnetzeltes', 'Lamb Biryani', ''];
    const found = categorise(names);
    expect(found.flatMap((group) => group.names).toSorted()).toEqual(names.toSorted());
    expect(found.every((group) => group.names.length > 0)).toBe(true);
    expect(categorise([])).toEqual([]);
  });
});
