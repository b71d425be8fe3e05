import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Edit20Regular } from '@fluentui/react-icons';
import { marginOf } from '../../../contract/inventory/cost.ts';
import { quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import { KeyValueList } from '../../components/KeyValueList.tsx';
import { useRows } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { allItems, modifierGroups } from '../menu/queries.ts';
import { Status, type InventoryLook } from './inventory-columns.tsx';
import { statusLabels } from './labels.ts';
import { MovementForm } from './MovementForm.tsx';
import { MovementHistory } from './MovementHistory.tsx';
import css from './panel.module.css';
import { Stepper } from './Stepper.tsx';
import type { StockRow } from './queries.ts';

const InventoryForm = lazy(() => import('./InventoryForm.tsx').then((m) => ({ default: m.InventoryForm })));

interface Props {
  /** null: it is not here. */
  row: StockRow | null;
  all: readonly StockRow[];
  look: InventoryLook;
  onClose: () => void;
}

/** One item beside the list: its stock, what moves it, its recipe, cost and history. */
export function InventoryPanel({ row, all, look, onClose }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const restaurant = useRestaurant();
  const dishes = useRows('menu_items', (db) => allItems(db), []) ?? [];
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []) ?? [];
  if (!row)
    return (
      <SidePanel title="Item" summary="Not on this device" onClose={onClose}>
        <p className="g-faint g-pad-y-8">This item does not exist, or has not reached this device yet.</p>
      </SidePanel>
    );
  if (isEditing && restaurant)
    return (
      <Suspense>
        <InventoryForm
          row={row}
          all={all}
          dishes={dishes}
          groups={groups}
          restaurant={restaurant}
          onClose={() => setIsEditing(false)}
        />
      </Suspense>
    );
  const { item } = row;
  return (
    <SidePanel
      title={row.name}
      summary={
        item.is_tracked
          ? `${quantityLabel(item.quantity, item.unit)}, ${statusLabels[item.stock_status]}`
          : 'Not counted'
      }
      onClose={onClose}
      footer={
        <Button icon={<Edit20Regular />} onClick={() => setIsEditing(true)}>
          Edit item
        </Button>
      }
    >
      <Content row={row} all={all} look={look} />
    </SidePanel>
  );
}

function Content({ row, all, look }: Omit<Props, 'row' | 'onClose'> & { row: StockRow }) {
  const { item, price, cost } = row;
  const [mustCount, setMustCount] = useState(false);
  const margin = price !== null && cost !== null ? marginOf(price, cost) : null;
  const uses = item.ingredients.map(({ inventory_id: id, quantity }) => {
    const used = all.find((one) => one.id === id);
    return [used?.name ?? 'Deleted ingredient', quantityLabel(quantity, used?.item.unit ?? 'each')] as const;
  });
  return (
    <div className={css.content}>
      {item.is_tracked && (
        <>
          <div className={`g-stack g-gap-12 g-center g-surface-2 g-round-12 ${css.now}`}>
            <Status row={row} />
            <Stepper row={row} isLarge onEmpty={() => setMustCount(true)} />
          </div>
          <h3>Change the stock</h3>
          {mustCount && (
            <p className={`g-tone-warn ${css.notice}`} role="status">
              One less would leave less than nothing. Count what is there.
            </p>
          )}
          <MovementForm key={String(mustCount)} item={item} isCount={mustCount} />
        </>
      )}
      <h3>Details</h3>
      <KeyValueList
        pairs={{
          'Low at': item.low_stock_threshold && quantityLabel(item.low_stock_threshold, item.unit),
          'At zero': item.auto_sold_out && 'Sold out until the next restock',
          Cost: cost !== null && money(cost, item.currency),
          Price: price !== null && money(price, item.currency),
          Margin:
            margin !== null && cost !== null && price !== null && `${money(price - cost, item.currency)}, ${margin} %`,
          'Stock value':
            item.is_tracked &&
            cost !== null &&
            money(Math.round(cost * Math.max(0, Number(item.quantity))), item.currency),
          Supplier: item.supplier_name,
          SKU: item.sku,
          'Last count': item.last_counted_at && shortUntil(item.last_counted_at, look.timezone, look.now),
        }}
      />
      {uses.length > 0 && (
        <>
          <h3>Recipe, for one</h3>
          <KeyValueList pairs={Object.fromEntries(uses)} />
        </>
      )}
      {(item.is_tracked || item.recent_movements.length > 0) && (
        <>
          <h3>History</h3>
          <MovementHistory item={item} look={look} />
        </>
      )}
    </div>
  );
}
