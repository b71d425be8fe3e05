import type { InventoryItem, MovementType } from '../../../contract/inventory/calls.ts';
import { namesOf } from '../../../contract/entity-fields.ts';
import { inventoryFields } from '../../../contract/inventory/inventory-fields.ts';
import { stockPolicyOf } from '../../../contract/inventory/policy.ts';
import { changeLabel, quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { money } from '../../lib/money.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { fieldLabels, movementLabels, policyLabels, unitLabels } from './labels.ts';
import { createInventoryItem, moveStock, setStockPolicy } from './mutations.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

/** Describes a change of the inventory: "Basmati rice: restock, +12.5 kg". */
export function describeInventory(change: Change, item: InventoryItem | null): Described {
  const { body } = change;
  const name = item?.name ?? (body.name as string | undefined) ?? 'An item';
  const base = { place: 'Inventory', icon: 'stock' as const, href: item ? links.inventoryItem(item.id) : null };
  if (isOf(createInventoryItem.call, change))
    return { ...base, title: `${name} is counted from now on`, subject: `${name}, add to inventory` };
  if (isOf(moveStock.call, change)) {
    const label = movementLabels[body.movement_type as MovementType];
    return { ...base, title: `${name}: ${label.toLowerCase()}, ${amountOf(body, item)}`, subject: `${name}, ${label}` };
  }
  const fields = labelsOf(body);
  return { ...base, title: `${name} changed: ${fields}`, subject: `${name}, ${fields}` };
}

/** Why a change of the inventory was refused, or which value superseded it. */
export function describeInventoryRefusal(deadLetter: DeadLetter, { timezone }: Restaurant, now: number): Refusal {
  const { entry, error, reason } = deadLetter;
  const row = deadLetter.theirs as InventoryItem | null;
  if (reason === 'superseded' && row) {
    const lost = fieldsOf(lostPart(deadLetter));
    const standing = lostFields(deadLetter)?.standing;
    return {
      why: standing
        ? standingWords(standing, entry.occurredAt, timezone, now)
        : 'Another device changed it too. What was changed last stands.',
      pair:
        lost.length === 0
          ? null
          : {
              theirs: lost.map((field) => valueLabel(field, row[field], row)).join(', '),
              yours: lost.map((field) => valueLabel(field, entry.body[field], row)).join(', '),
            },
      restoreLabel: isOf(createInventoryItem.call, entry) ? null : 'Restore yours',
      keepLabel: 'Keep theirs',
    };
  }
  return {
    why: whyRefused(deadLetter),
    pair: null,
    restoreLabel: error?.code === 'internal' ? 'Try again' : null,
    keepLabel: 'Understood',
    ...(row ? { mend: { words: 'Open the item', href: links.inventoryItem(row.id) } } : {}),
  };
}

function whyRefused({ entry, error, reason }: DeadLetter): string {
  if (reason === 'dependency') return 'What it belongs to was refused.';
  if (error?.code === 'inventory_exists') return 'Another device began to count it first. Count it there.';
  if (error?.code === 'not_found')
    return isOf(createInventoryItem.call, entry)
      ? 'The dish was deleted before this arrived.'
      : 'It is not in the inventory any more.';
  if (error?.code === 'invalid_fields') return 'The server does not take these values. The stock has not changed.';
  return 'The server refused this change. The stock has not changed.';
}

/** Is it about what happens to an order for more than there is? */
export const isPolicy = (change: Pick<OutboxEntry, 'call'>): boolean => isOf(setStockPolicy.call, change);

/** Describes a change of what happens to an order for more than there is. */
export function describePolicy({ body }: Pick<OutboxEntry, 'body'>): Described {
  return {
    title: `Last portion: ${policyLabels[policyIn(body)].toLowerCase()}`,
    subject: 'Last portion',
    place: 'Inventory',
    icon: 'stock',
    href: links.inventory(),
  };
}

export function describePolicyRefusal(deadLetter: DeadLetter): Refusal {
  const theirs = deadLetter.theirs as Restaurant | null;
  return {
    why:
      deadLetter.reason === 'superseded'
        ? 'Someone changed it later, and that stands.'
        : 'The server refused this change. Nothing has changed.',
    pair: theirs && {
      theirs: policyLabels[stockPolicyOf(theirs)],
      yours: policyLabels[policyIn(deadLetter.entry.body)],
    },
    restoreLabel: 'Restore yours',
    keepLabel: 'Keep theirs',
  };
}

const policyIn = (body: { stock_policy?: Restaurant['stock_policy'] }) => stockPolicyOf(body);

function amountOf({ quantity_change: change, counted_quantity: counted }: Change['body'], item: InventoryItem | null) {
  const unit = item?.unit ?? 'each';
  return typeof counted === 'string' ? quantityLabel(counted, unit) : changeLabel(String(change), unit);
}

const fieldsOf = (body: Record<string, unknown>) => namesOf(inventoryFields).filter((field) => field in body);
const labelsOf = (body: Record<string, unknown>) =>
  fieldsOf(body)
    .map((field) => fieldLabels[field])
    .join(', ');

function valueLabel(field: keyof typeof inventoryFields, value: unknown, item: InventoryItem): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (field === 'unit') return unitLabels[value as InventoryItem['unit']];
  if (inventoryFields[field].kind === 'money') return money(Number(value), item.currency);
  if (field === 'ingredients') return `${(value as unknown[]).length} ingredients`;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : (value as string);
}
