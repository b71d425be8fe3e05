import { Link } from 'wouter';
import { quantityLabel } from '../../../../contract/inventory/quantity-label.ts';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { useRows } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { inventoryItems } from '../../inventory/queries.ts';

/** What is counted of the dish and its variants, with links to the stock. Nothing if it is not counted. */
export function StockField({ item }: { item: MenuItem }) {
  const rows = useRows(
    'inventory_items',
    async (db) => (await inventoryItems(db)).filter((row) => row.menu_item_id === item.id && row.is_tracked),
    [item.id],
  );
  if (!rows || rows.length === 0) return null;
  return (
    <div>
      <p className="g-strong">In stock</p>
      <ul>
        {rows.map((row) => {
          const variant = item.variants?.find(({ id }) => id === row.variant_id);
          return (
            <li key={row.id}>
              <Link href={links.inventoryItem(row.id)}>
                {variant && `${variant.name}: `}
                {quantityLabel(row.quantity, row.unit)}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
