import { seed } from '../seed.ts';
import { made, OWN, type Sample, type Step } from './sample.ts';

const moved = (body: object, id = seed.flour): Step => ({
  call: 'inventory.move',
  path: { id },
  body: { ...body },
});
const edited = (body: object): Step => ({ call: 'inventory.edit', path: { id: seed.flour }, body: { ...body } });

const rice = {
  call: 'inventory.create',
  body: { id: made(70), kind: 'ingredient', name: 'Rice', unit: 'kg', cost_amount: 180, supplier_name: 'Tilda' },
};
const dal = {
  call: 'inventory.create',
  body: { id: seed.dal, kind: 'menu_item', menu_item_id: seed.dal, name: 'Dal' },
};

export const inventory: Record<string, Sample[]> = {
  'inventory.create': [
    {
      does: 'an ingredient that is counted at once and goes into a recipe',
      steps: [
        rice,
        moved({ movement_type: 'recount', counted_quantity: '12.250' }, made(70)),
        {
          call: 'inventory.edit',
          path: { id: seed.kormaStock },
          body: { ingredients: [{ inventory_id: made(70), quantity: '0.15' }] },
        },
      ],
    },
    { does: 'a dish', steps: [dal, moved({ movement_type: 'restock', quantity_change: '8' }, seed.dal)] },
    {
      does: 'a dish that is counted already',
      steps: [{ call: 'inventory.create', body: { ...dal.body, id: made(71), menu_item_id: seed.korma } }],
      refused: 'inventory_exists',
    },
    {
      does: 'a dish that is on no menu',
      steps: [{ call: 'inventory.create', body: { ...dal.body, id: made(71), menu_item_id: made(72) } }],
      refused: 'not_found',
    },
  ],
  'inventory.edit': [
    {
      does: 'threshold, then supplier',
      steps: [edited({ low_stock_threshold: '25' }), edited({ supplier_name: 'Ann' })],
    },
    { does: 'stops counting', steps: [edited({ is_tracked: false }), edited({ is_tracked: false, sku: 'F-1' })] },
  ],
  'inventory.move': [
    {
      does: 'restock, waste and a count in fractions',
      steps: [
        moved({ movement_type: 'restock', quantity_change: '0.1' }),
        moved({ movement_type: 'waste', quantity_change: '-0.2', reason: 'Spilt' }),
        moved({ movement_type: 'recount', counted_quantity: '19.5' }),
        moved({ movement_type: 'adjustment', quantity_change: '-0.125' }),
      ],
    },
    {
      does: 'below zero',
      steps: [moved({ movement_type: 'transfer', quantity_change: '-1' }, seed.ghee)],
    },
    {
      does: 'a restock that takes',
      steps: [moved({ movement_type: 'restock', quantity_change: '-1' })],
      refused: 'invalid_fields',
    },
  ],
  'inventory.setPolicy': [
    {
      does: 'twice',
      steps: [
        { call: 'inventory.setPolicy', body: { restaurant_id: OWN, stock_policy: 'refuse' } },
        { call: 'inventory.setPolicy', body: { restaurant_id: OWN, stock_policy: 'oversell' } },
      ],
    },
  ],
};
