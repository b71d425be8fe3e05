import { sampleOf, type Sample } from '../sample.ts';
import * as people from './calls.ts';

export const samples: Sample[] = [
  sampleOf(people.list, () => ({})),
  sampleOf(people.invite, ({ newId }) => ({
    body: { name: 'Noor Aziz', email: `noor-${newId()}@galley.test`, role: 'cashier' },
  })),
  sampleOf(people.add, () => ({ body: { name: 'Tom', role: 'kitchen', pin: '4071' } })),
  sampleOf(people.setPin, ({ personId }) => ({ path: { id: personId }, body: { pin: '4072' } })),
  sampleOf(people.setOwnPin, () => ({ body: { pin: '4073' } })),
  sampleOf(people.inviteAgain, ({ personId }) => ({ path: { id: personId } })),
  sampleOf(people.edit, ({ personId }) => ({
    path: { id: personId },
    body: { name: 'Sam of the bar', role: 'kitchen', is_suspended: true },
  })),
  sampleOf(people.remove, ({ personId }) => ({ path: { id: personId } })),
  sampleOf(people.listChanges, () => ({ query: { area: 'menu' } })),
  sampleOf(people.listRestaurants, () => ({})),
  sampleOf(people.addRestaurant, () => ({ body: { name: 'The Second Anchor', device_name: 'Office' } })),
  sampleOf(people.enterRestaurant, ({ restaurantId }) => ({ path: { id: restaurantId }, body: {} })),
];
