import { lazy, Suspense, useState } from 'react';
import { Add20Regular, Box20Regular, ClipboardTaskListLtr20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { ListScreen } from '../../components/ListScreen.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { useFilters } from '../../components/use-filters.ts';
import { useRows } from '../../data/live.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { allItems, modifierGroups } from '../menu/queries.ts';
import { InventoryCard, inventoryColumns } from './inventory-columns.tsx';
import { chosenRows, readInventoryFilters, suppliersOf, writeInventoryFilters } from './inventory-filters.ts';
import { kindLabels, statusLabels } from './labels.ts';
import { PolicySelect } from './PolicySelect.tsx';
import { inventoryItems, stockRows } from './queries.ts';

const InventoryPanel = lazy(() => import('./InventoryPanel.tsx').then((m) => ({ default: m.InventoryPanel })));
const InventoryForm = lazy(() => import('./InventoryForm.tsx').then((m) => ({ default: m.InventoryForm })));
const StockTake = lazy(() => import('./StockTake.tsx').then((m) => ({ default: m.StockTake })));

const statuses = Object.entries(statusLabels);
const kinds = Object.entries(kindLabels);

/** What the restaurant counts. `?item=` opens one beside the list. */
export function InventoryScreen() {
  const restaurant = useRestaurant();
  return restaurant ? <Inventory restaurant={restaurant} /> : null;
}

function Inventory({ restaurant }: { restaurant: Restaurant }) {
  const [, navigate] = useLocation();
  const open = new URLSearchParams(useSearch()).get('item');
  const now = useMinute();
  const { filters, change, linkTo } = useFilters(readInventoryFilters, writeInventoryFilters);
  const [overlay, setOverlay] = useState<'add' | 'count' | null>(null);
  const items = useRows('inventory_items', inventoryItems, []);
  const dishes = useRows('menu_items', (db) => allItems(db), []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const all = items && dishes && groups ? stockRows(items, dishes, groups) : undefined;
  const matching = chosenRows(all ?? [], filters);
  const suppliers = suppliersOf(all ?? []);
  const list = linkTo({ page: filters.page });
  const look = {
    timezone: restaurant.timezone,
    now,
    linkTo: (id: string) => `${list}${list.includes('?') ? '&' : '?'}item=${id}`,
    open: (id: string) => navigate(look.linkTo(id)),
  };
  const add = { label: 'Add item', icon: <Add20Regular />, onDo: () => setOverlay('add') };
  const countable = matching.filter(({ item }) => item.is_tracked);
  return (
    <ListScreen
      nouns={{ one: 'item', many: 'items' }}
      csv={{
        name: `inventory ${businessDay(new Date(now), restaurant.timezone, restaurant.business_day_cutoff_time)}`,
        write: async (rows) => (await import('./csv.ts')).inventoryCsv(rows, restaurant.currency, restaurant),
      }}
      title="Inventory"
      {...(all &&
        all.length > 0 && {
          main: add,
          more: [
            {
              label: 'Count stock',
              icon: <ClipboardTaskListLtr20Regular />,
              isDisabled: countable.length === 0,
              onDo: () => setOverlay('count'),
            },
          ],
        })}
      all={all}
      matching={matching}
      filters={filters}
      change={change}
      placeholder="Name, SKU or supplier"
      chips={
        <>
          <FilterChip
            name="Status"
            choices={statuses}
            chosen={filters.statuses}
            onChange={(chosen) => change({ statuses: chosen })}
          />
          <FilterChip
            name="Kind"
            choices={kinds}
            chosen={filters.kinds}
            onChange={(chosen) => change({ kinds: chosen })}
          />
          {suppliers.length > 0 && (
            <FilterChip
              name="Supplier"
              choices={suppliers.map((name) => [name, name] as const)}
              chosen={filters.suppliers}
              onChange={(chosen) => change({ suppliers: chosen })}
            />
          )}
          {all && all.length > 0 && <PolicySelect restaurant={restaurant} />}
        </>
      }
      words={[
        ...filters.statuses.map((status) => statuses.find(([value]) => value === status)?.[1]),
        ...filters.kinds.map((kind) => kinds.find(([value]) => value === kind)?.[1]),
        ...filters.suppliers,
      ]}
      cleared={{ statuses: [], kinds: [], suppliers: [] }}
      empty={{
        icon: <Box20Regular />,
        title: 'Nothing is counted yet',
        hint: 'Count the dishes that run out, or the ingredients they need. Orders take from the stock by themselves.',
        action: add,
      }}
      columns={inventoryColumns(look)}
      renderCard={(row) => <InventoryCard key={row.id} row={row} look={look} />}
    >
      {open !== null && all && (
        <Suspense>
          <InventoryPanel
            key={open}
            row={all.find(({ id }) => id === open) ?? null}
            all={all}
            look={look}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
      {overlay === 'add' && all && (
        <Suspense>
          <InventoryForm
            row={null}
            all={all}
            dishes={dishes ?? []}
            groups={groups ?? []}
            restaurant={restaurant}
            onClose={() => setOverlay(null)}
          />
        </Suspense>
      )}
      {overlay === 'count' && (
        <Suspense>
          <StockTake rows={countable} onClose={() => setOverlay(null)} />
        </Suspense>
      )}
    </ListScreen>
  );
}
