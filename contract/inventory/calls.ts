import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { same, shapesOf } from '../entity-schemas.ts';
import { Actor, Currency, deviceField, Id, Instant, operationFields, syncedFields, text } from '../fields.ts';
import { inventoryFields } from './inventory-fields.ts';
import { pagingQuery } from '../query.ts';
import { Restaurant, StockPolicy } from '../restaurant/rows.ts';

export const inventoryKinds = ['menu_item', 'modifier', 'ingredient'] as const;
export const units = ['each', 'portion', 'g', 'kg', 'ml', 'l', 'box', 'bottle'] as const;
export const stockStatuses = ['in_stock', 'low', 'out', 'untracked'] as const;
export const movementTypes = ['restock', 'sold', 'returned', 'waste', 'transfer', 'adjustment', 'recount'] as const;

export const StockStatus = z.enum(stockStatuses);
export type StockStatus = z.infer<typeof StockStatus>;
export const MovementType = z.enum(movementTypes);
export type MovementType = z.infer<typeof MovementType>;

/** A decimal with at most three places: "12", "0.25", "-3". */
const decimal = (sign: '-?' | '') => z.string().check(z.regex(new RegExp(`^${sign}\\d{1,9}(\\.\\d{1,3})?$`)));
const Quantity = decimal('');
const QuantityChange = decimal('-?');

/** What one piece uses of an ingredient, in the ingredient's unit. */
const UsedIngredient = z.strictObject({ inventory_id: Id, quantity: Quantity });
export type UsedIngredient = z.infer<typeof UsedIngredient>;

/** A movement as its row carries it. A recount has `counted_quantity`; all others have `quantity_change`. */
export const RecentMovement = z.object({
  id: Id,
  movement_type: MovementType,
  quantity_change: z.nullable(z.string()),
  counted_quantity: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  order_id: z.nullable(Id),
  occurred_at: Instant,
  actor: z.nullable(Actor),
  device_name: z.nullable(z.string()),
});
export type RecentMovement = z.infer<typeof RecentMovement>;

/** A movement of the history. `quantity_change` of a recount is the difference that it found. */
export const InventoryMovement = z.extend(RecentMovement, {
  inventory_id: Id,
  quantity_change: z.string(),
  quantity_after: z.string(),
});
export type InventoryMovement = z.infer<typeof InventoryMovement>;

const once = z.refine<readonly UsedIngredient[]>(
  (used) => new Set(used.map((one) => one.inventory_id.toLowerCase())).size === used.length,
  'An ingredient is named twice',
);

/** Of the fields of what is counted: `row`, and `body` of the calls that write it. */
const inventoryShapes = shapesOf(inventoryFields, {
  unit: same(z.enum(units)),
  low_stock_threshold: { row: z.nullable(z.string()), body: z.nullable(Quantity) },
  ingredients: { row: z.array(UsedIngredient), body: z.array(UsedIngredient).check(z.maxLength(50), once) },
});

/**
 * What is counted: a dish or one of its variants, a modifier, or an ingredient. Quantities are decimal
 * strings in `unit`. Stock leaves when an order is placed, so nothing is reserved.
 */
export const InventoryItem = z.object({
  ...syncedFields,
  kind: z.enum(inventoryKinds),
  /** What it counts. Of a dish with a row for a variant, that variant takes from its own row only. */
  menu_item_id: z.nullable(Id),
  variant_id: z.nullable(Id),
  modifier_id: z.nullable(Id),
  ...inventoryShapes.row,
  quantity: z.string(),
  /** The stock before the first of `recent_movements`, which are the newest, oldest first. Their sum is `quantity`. */
  opening_quantity: z.string(),
  recent_movements: z.array(RecentMovement),
  stock_status: StockStatus,
  currency: Currency,
  last_counted_at: z.nullable(Instant),
  last_movement_at: z.nullable(Instant),
});
export type InventoryItem = z.infer<typeof InventoryItem>;

export const list = call('inventory.list', 'GET', '/menu/inventory', {
  access: 'inventory',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    kind: z.optional(z.enum(inventoryKinds)),
    stock_status: z.optional(StockStatus),
    /** Words of name, SKU and supplier. */
    search: z.optional(text(100)),
  }),
  reply: InventoryItem,
  paged: true,
  summary: 'What is counted, by name; limit 100 by default',
});

export const get = call('inventory.get', 'GET', '/menu/inventory/{id}', {
  access: 'inventory',
  offline: read,
  reply: z.extend(InventoryItem, {
    /** The newest 50, newest first. */
    movements: z.array(InventoryMovement),
  }),
  summary: 'One of them with its newest movements',
});

export const listMovements = call('inventory.listMovements', 'GET', '/menu/inventory/{id}/movements', {
  access: 'inventory',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: InventoryMovement,
  paged: true,
  addition: true,
  summary: 'Movements, newest first; limit 15 by default',
});

const NewInventoryBody = z.strictObject({
  id: z.optional(Id),
  kind: z.enum(inventoryKinds),
  menu_item_id: z.optional(z.nullable(Id)),
  variant_id: z.optional(z.nullable(Id)),
  modifier_id: z.optional(z.nullable(Id)),
  ...inventoryShapes.body,
  ...operationFields,
});
export type NewInventoryBody = z.infer<typeof NewInventoryBody>;

/**
 * Begins to count something; the first count is a recount. 422: what it counts is not named as its kind needs, or an ingredient of the
 * recipe does not exist. 409 `inventory_exists`: it is counted already, see `current`.
 */
export const create = call('inventory.create', 'POST', '/menu/inventory', {
  access: 'inventory',
  offline: queue('never'),
  body: NewInventoryBody,
  reply: InventoryItem,
  addition: true,
  summary: 'Count something from now on',
});

/** Merges field by field: for each field the newest `occurred_at` wins, then the greater `op_id`. 200 with the notice `superseded`. */
export const edit = call('inventory.edit', 'PUT', '/menu/inventory/{id}', {
  access: 'inventory',
  offline: queue('merge'),
  body: z.extend(z.partial(z.strictObject(inventoryShapes.body)), { ...operationFields, ...deviceField }),
  reply: InventoryItem,
  addition: true,
  summary: 'Threshold, unit, tracking, cost, supplier and recipe',
});

/**
 * Adds a movement; its id is the operation's. Movements add up in whatever order they arrive; a recount resets the stock at its
 * `occurred_at`. 422: a recount without `counted_quantity`, any other without `quantity_change` or with the wrong sign (`restock` and
 * `returned` add, `sold` and `waste` take).
 */
export const move = call('inventory.move', 'POST', '/menu/inventory/{id}/movements', {
  access: 'inventory',
  offline: queue('never'),
  body: z.strictObject({
    movement_type: MovementType,
    quantity_change: z.optional(QuantityChange),
    counted_quantity: z.optional(Quantity),
    reason: z.optional(z.nullable(text(200))),
    ...operationFields,
    ...deviceField,
  }),
  reply: InventoryItem,
  addition: true,
  summary: 'Restock, waste, correction or recount',
});

/** What happens to an order that takes more than there is. The newest `occurred_at` wins. */
export const setPolicy = call('inventory.setPolicy', 'PUT', '/menu/inventory-policy', {
  access: 'inventory',
  offline: queue('replace'),
  body: z.strictObject({
    /** Only to address the device's row; another restaurant's is not found. */
    restaurant_id: z.optional(Id),
    stock_policy: StockPolicy,
    ...operationFields,
  }),
  reply: Restaurant,
  addition: true,
  summary: 'Refuse or oversell the last portion',
});
