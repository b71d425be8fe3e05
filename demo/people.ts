import type { Order } from '../contract/orders/calls.ts';
import type { Random } from './random.ts';

// All invented: the British regulator reserves these telephone numbers for fiction.

const firstNames = [
  'Priya',
  'Tom',
  'Amara',
  'Daniel',
  'Farah',
  'Joanna',
  'Kwame',
  'Sophie',
  'Ben',
  'Meera',
  'Callum',
  'Ines',
  'Hassan',
  'Lucy',
  'Olu',
  'Grace',
  'Yusuf',
  'Marta',
  'Leo',
  'Nadia',
  'Patrick',
  'Zoe',
  'Arjun',
  'Ellie',
  'Samir',
  'Hannah',
] as const;
const lastNames = [
  'Nair',
  'Whitfield',
  'Okafor',
  'Kaminski',
  'Siddiqui',
  'Price',
  'Mensah',
  'Laurent',
  'Achterberg',
  'Joshi',
  'Reid',
  'Carvalho',
  'Malik',
  'Hargreaves',
  'Adeyemi',
  'Bennett',
  'Demir',
  'Nowak',
  'Fielding',
  'Rahman',
  'Doyle',
  'Sharpe',
] as const;
const streets = [
  ['Tulse Hill', 'SW2 2TH'],
  ['Brixton Water Lane', 'SW2 1PE'],
  ['Effra Road', 'SW2 1BZ'],
  ['Acre Lane', 'SW2 5SG'],
  ['Railton Road', 'SE24 0LN'],
  ['Ferndale Road', 'SW4 7SE'],
  ['Loughborough Road', 'SW9 7TB'],
  ['Landor Road', 'SW9 9RX'],
  ['Lyham Road', 'SW2 5QA'],
  ['Shakespeare Road', 'SE24 0PT'],
] as const;
const instructions = [
  'Ring the top bell',
  'Leave with the porter',
  'Gate code 4411, second door',
  'Please call on arrival',
  'Side entrance',
] as const;

const notes = [
  'Please pack the sauces separately',
  'Extra napkins, please',
  'Not too spicy for the children',
  'No coriander on anything',
  'Could the rice be extra hot',
  'Birthday dinner, thank you',
  'Cut the naans in half',
] as const;

const allergies = [
  { allergens: ['tree_nuts', 'peanuts'], note: 'No nuts please, my son is allergic' },
  { allergens: ['crustaceans'], note: 'Shellfish allergy in the house, please keep apart' },
  { allergens: ['gluten'], note: 'One of us is coeliac' },
  { allergens: ['milk'], note: 'No dairy for the korma, allergy' },
];

/** One of a few hundred people, each with one number and at most one address, so that names repeat as they do in real life. */
export function customerOf(random: Random): Order['customer'] {
  const [first, last] = [random.between(0, firstNames.length - 1), random.between(0, lastNames.length - 1)];
  const [firstName, lastName] = [firstNames[first]!, lastNames[last]!];
  const index = first * lastNames.length + last;
  const email = index % 5 < 3 ? `${firstName}.${lastName}@example.com`.toLowerCase() : null;
  return { name: `${firstName} ${lastName}`, phone: `+447700900${100 + index}`, email };
}

export function addressOf(random: Random): NonNullable<Order['delivery_address']> {
  const [street, postal_code] = random.pick(streets);
  return {
    line_1: `${random.between(1, 180)} ${street}`,
    line_2: random.chance(0.4) ? `Flat ${random.between(1, 24)}` : null,
    city: 'London',
    postal_code,
    country_code: 'GB',
    instructions: random.chance(0.3) ? random.pick(instructions) : null,
  };
}

/** What customers write: usually nothing, sometimes a wish, rarely an allergy. */
export function noteOf(random: Random): Pick<Order, 'customer_note' | 'allergens'> {
  if (random.chance(0.01)) {
    const { allergens, note } = random.pick(allergies);
    return { customer_note: note, allergens };
  }
  return { customer_note: random.chance(0.08) ? random.pick(notes) : null, allergens: [] };
}
