import type { InventoryItem, MovementType, StockStatus } from '../../../contract/inventory/calls.ts';
import { inventoryFields } from '../../../contract/inventory/inventory-fields.ts';
import { wordsOf } from '../../components/fields/field-words.ts';

export const movementLabels: Record<MovementType, string> = {
  restock: 'Restock',
  sold: 'Sold',
  returned: 'Returned',
  waste: 'Waste',
  transfer: 'Transfer',
  adjustment: 'Correction',
  recount: 'Count',
};

export const statusLabels: Record<StockStatus, string> = {
  in_stock: 'In stock',
  low: 'Low',
  out: 'Out of stock',
  untracked: 'Not counted',
};

export const kindLabels: Record<InventoryItem['kind'], string> = {
  menu_item: 'Dishes',
  modifier: 'Choices',
  ingredient: 'Ingredients',
};

export const unitLabels: Record<InventoryItem['unit'], string> = {
  each: 'Pieces',
  portion: 'Portions',
  g: 'Grams',
  kg: 'Kilograms',
  ml: 'Millilitres',
  l: 'Litres',
  box: 'Boxes',
  bottle: 'Bottles',
};

export const fieldLabels = wordsOf(inventoryFields);

export const policyLabels = {
  refuse: 'Refuse orders for more than there is',
  oversell: 'Sell it and warn',
} as const;
