import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { inventoryKinds, movementTypes, stockStatuses, units } from '../../../contract/inventory/calls.ts';
import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { byRestaurant, fieldChanges, instant, json, syncedColumns, requiredText } from '../columns.ts';

const quantity = (name: string) => text(name).notNull().default('0');

export const inventory_items = pgTable(
  'inventory_items',
  {
    ...syncedColumns,
    kind: text('kind', { enum: inventoryKinds }).notNull(),
    menu_item_id: uuid('menu_item_id'),
    variant_id: uuid('variant_id'),
    modifier_id: uuid('modifier_id'),
    name: requiredText('name'),
    sku: text('sku'),
    unit: text('unit', { enum: units }).notNull(),
    quantity: quantity('quantity'),
    opening_quantity: quantity('opening_quantity'),
    recent_movements: json<InventoryItem['recent_movements']>('recent_movements').notNull(),
    is_tracked: boolean('is_tracked').notNull(),
    low_stock_threshold: text('low_stock_threshold'),
    stock_status: text('stock_status', { enum: stockStatuses }).notNull(),
    auto_sold_out: boolean('auto_sold_out').notNull(),
    cost_amount: bigint('cost_amount', { mode: 'number' }),
    currency: text('currency').notNull(),
    supplier_name: text('supplier_name'),
    ingredients: json<InventoryItem['ingredients']>('ingredients').notNull(),
    last_counted_at: instant('last_counted_at'),
    last_movement_at: instant('last_movement_at'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('inventory_items_version').on(t.restaurant_id, t.version),
    index('inventory_items_dish').on(t.restaurant_id, t.menu_item_id),
  ],
);

/** Append-only, the truth that the rows above are computed from. Quantities in thousandths. */
export const inventory_movements = pgTable(
  'inventory_movements',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    inventory_id: uuid('inventory_id').notNull(),
    movement_type: text('movement_type', { enum: movementTypes }).notNull(),
    /** Null in a recount, which has `counted`. */
    change: bigint('change', { mode: 'number' }),
    counted: bigint('counted', { mode: 'number' }),
    reason: text('reason'),
    order_id: uuid('order_id'),
    occurred_at: instant('occurred_at').notNull(),
    actor: json<Actor>('actor'),
    device_name: text('device_name'),
  },
  (t) => [
    byRestaurant(t),
    index('inventory_movements_of').on(t.restaurant_id, t.inventory_id, t.occurred_at, t.id),
    index('inventory_movements_order').on(t.restaurant_id, t.order_id),
  ],
);
