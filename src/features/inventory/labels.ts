import type { InventoryItem, MovementType, StockStatus } from '../../../contract/inventory/calls.ts';

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

export const fieldLabels = {
  name: 'name',
  sku: 'SKU',
  unit: 'unit',
  is_tracked: 'counting',
  low_stock_threshold: 'low from',
  auto_sold_out: 'sold out at zero',
  cost_amount: 'cost',
  supplier_name: 'supplier',
  ingredients: 'recipe',
} as const;

export const policyLabels = {
  refuse: 'Refuse orders for more than there is',
  oversell: 'Sell it and warn',
} as const;
