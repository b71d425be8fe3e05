import type { MenuItem } from '../contract/menu/calls.ts';
import type { ModifierGroup, WantedGroup } from '../contract/menu/modifiers.ts';
import { newGroup } from '../contract/menu/new-groups.ts';
import type { NewItem } from '../contract/menu/new-rows.ts';
import type { Window } from '../contract/menu/windows.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';

type Allergen = MenuItem['allergens'][number];

interface DemoModifier {
  name: string;
  price?: number;
  isUsual?: boolean;
  most?: number;
  allergens?: Allergen[];
  /** The name of a group that is asked for below it. */
  below?: string;
  isSoldOut?: boolean;
}

interface DemoGroup extends Omit<WantedGroup, 'modifiers'> {
  modifiers?: DemoModifier[];
}

/** Those that lie below others come first. */
const groups: DemoGroup[] = [
  {
    name: 'Egg',
    selection_type: 'single',
    min_selected: 1,
    modifiers: [{ name: 'Soft', isUsual: true }, { name: 'Hard' }],
  },
  {
    name: 'On top',
    selection_type: 'multiple',
    max_selected: 2,
    modifiers: [
      { name: 'Fried egg', price: 120, allergens: ['eggs'], below: 'Egg' },
      { name: 'Cashews', price: 90, allergens: ['tree_nuts'] },
    ],
  },
  {
    name: 'Filling',
    selection_type: 'single',
    min_selected: 1,
    modifiers: [
      { name: 'Potato', isUsual: true },
      { name: 'Paneer', price: 150, allergens: ['milk'], below: 'On top' },
      { name: 'Keema', price: 250, below: 'On top', isSoldOut: true },
    ],
  },
  {
    name: 'Chutneys',
    selection_type: 'quantity',
    max_selected: 6,
    free_count: 1,
    modifiers: [
      { name: 'Mint', price: 80, most: 3, allergens: ['milk'] },
      { name: 'Mango', price: 80, most: 3 },
      { name: 'Tamarind', price: 80, most: 3, allergens: ['sulphites'] },
    ],
  },
  {
    name: 'Garnish',
    selection_type: 'multiple',
    modifiers: [{ name: 'Onions', isUsual: true }, { name: 'Coriander', isUsual: true }, { name: 'Green chilli' }],
  },
  { name: 'Message on the plate', selection_type: 'text' },
];

/** Every evening from Friday to Sunday. */
const weekend = (id: string): Window => ({
  id,
  validity: 'weekly',
  weekdays: [5, 6, 0],
  start_time: '17:00',
  end_time: '23:00',
  start_date: null,
  end_date: null,
});

interface Extra extends Omit<Partial<NewItem>, 'variants' | 'modifier_groups'> {
  sizes?: [name: string, price_amount: number][];
  groups?: string[];
  isAtWeekends?: boolean;
  /** Nobody has confirmed its allergens. */
  areAllergensOpen?: boolean;
}

const wine = { is_alcoholic: true, min_age: 18 };

/** What some dishes have besides, by their names. */
const extras: Record<string, Extra> = {
  'Masala dosa': { groups: ['Filling', 'Chutneys'], prep_minutes: 25 },
  'Papdi chaat': { groups: ['Garnish', 'Chutneys'], may_contain: ['peanuts', 'sesame'] },
  'Seekh kebab': { groups: ['Garnish', 'Chutneys'] },
  'Mixed grill': { groups: ['Garnish', 'Chutneys'], prep_minutes: 35 },
  'Lamb biryani': {
    sizes: [
      ['Regular', 1295],
      ['Family', 3600],
    ],
    prep_minutes: 35,
  },
  'Hyderabadi egg biryani': { isAtWeekends: true },
  'Mixed vegetable curry': { areAllergensOpen: true },
  Rasmalai: { groups: ['Message on the plate'], may_contain: ['peanuts'] },
  'Carrot halwa': { areAllergensOpen: true, allergens: ['milk'] },
  'Masala chips': { kitchen_station: 'Fry', may_contain: ['gluten'] },
  'Mango lassi': {
    sizes: [
      ['Regular', 375],
      ['Large', 495],
    ],
  },
  'Mango chutney': { tax_rate_bp: 0 },
  Cobra: { ...wine, sku: 'BEER-COB-330' },
  Kingfisher: { ...wine, sku: 'BEER-KIN-330' },
  'House white': {
    ...wine,
    sizes: [
      ['Bottle', 1895],
      ['Glass, 175 ml', 575],
    ],
  },
  'House red': {
    ...wine,
    sizes: [
      ['Bottle', 1895],
      ['Glass, 175 ml', 575],
    ],
  },
};

/** The modifier groups of the demo restaurant, and what they and other things add to a dish. */
export function demoChoices(now: Date, actor: Actor) {
  const at = now.toISOString();
  const byName = new Map<string, ModifierGroup>();
  for (const [sort_order, { modifiers = [], ...group }] of groups.entries()) {
    const options = modifiers.map(({ name, price, isUsual, most, allergens, below }) => ({
      id: newId(now),
      name,
      price_amount: price ?? 0,
      is_default: isUsual ?? false,
      max_quantity: most ?? null,
      allergens: allergens ?? [],
      nested_group_ids: below ? [byName.get(below)!.id] : [],
    }));
    const made = newGroup({ ...group, sort_order, modifiers: options }, { id: newId(now), at, actor, version: 0 });
    const gone = new Set(modifiers.filter((one) => one.isSoldOut).map(({ name }) => name));
    byName.set(group.name, {
      ...made,
      modifiers: made.modifiers.map((one) =>
        gone.has(one.name)
          ? {
              ...one,
              availability_status: 'sold_out',
              availability_reason: 'out_of_stock',
              availability_changed_at: at,
            }
          : one,
      ),
    });
  }
  const extraOf = (dish: string): Partial<NewItem> => {
    const { sizes = [], groups: own = [], isAtWeekends, areAllergensOpen, ...fields } = extras[dish] ?? {};
    return {
      ...fields,
      ...(areAllergensOpen && { allergens_confirmed_at: null }),
      ...(isAtWeekends && { availability_windows: [weekend(newId(now))] }),
      ...(sizes.length > 0 && {
        pricing_type: 'variants',
        variants: sizes.map(([name, price_amount], i) => ({ id: newId(now), name, price_amount, is_default: i === 0 })),
      }),
      modifier_groups: own.map((name) => ({ id: byName.get(name)!.id })),
    };
  };
  return { groups: [...byName.values()], extraOf };
}
