import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, Grid20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRow, useRows } from '../../data/live.ts';
import { links } from '../../routes.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { Page } from '../../ui/Page.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import table from '../../ui/table/table.module.css';
import { TableFooter } from '../../ui/table/TableFooter.tsx';
import { MissingMenu } from './MissingMenu.tsx';
import { isAvailable } from './availability.ts';
import { CategoryList } from './CategoryList.tsx';
import { ItemBulkBar } from './ItemBulkBar.tsx';
import { itemMatcher, itemPageSizes, readItemFilters, writeItemFilters, type ItemFilters } from './item-filters.ts';
import { ItemTable } from './ItemTable.tsx';
import { ItemToolbar } from './ItemToolbar.tsx';
import { ItemStates } from './ItemStates.tsx';
import css from './items.module.css';
import { allItems, categories as readCategories } from './queries.ts';
import { useEnds } from './use-ends.ts';
import { useItemActions } from './use-item-actions.tsx';

const ItemDrawer = lazy(() => import('./ItemDrawer.tsx').then((module) => ({ default: module.ItemDrawer })));

/** The dishes of one category with their switches; a search looks through all of them. */
export function ItemsScreen() {
  const [path] = useLocation();
  const { menuId = '', categoryId = '' } = matchRoute(path)?.params ?? {};
  const restaurant = useRestaurant();
  const book = useRow('menu_books', menuId);
  const category = useRow('menu_categories', categoryId);
  if (!restaurant) return null;
  if (book === null || category === null) return <MissingMenu what={book === null ? 'menu' : 'category'} />;
  if (!book || !category) return <Page title="Menu">{null}</Page>;
  return <Items key={categoryId} book={book} category={category} restaurant={restaurant} />;
}

interface Props {
  book: Mirrored<'menu_books'>;
  category: Mirrored<'menu_categories'>;
  restaurant: Restaurant;
}

function Items({ book, category, restaurant }: Props) {
  const [path, navigate] = useLocation();
  const filters = readItemFilters(useSearch());
  const change = (patch: Partial<ItemFilters>, options?: { replace?: boolean }) =>
    navigate(path + writeItemFilters({ ...filters, page: 1, ...patch }), options);
  const all = useRows('menu_items', (db) => allItems(db), []);
  const categories = useRows('menu_categories', (db) => readCategories(db), []) ?? [];
  const sync = useSyncState();
  const ends = useEnds(all ?? []);
  const now = Math.max(useMinute(), ends);
  const [editing, setEditing] = useState<Mirrored<'menu_items'> | 'new' | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const actions = useItemActions({ restaurant, now, onEdit: setEditing });

  const isOut = (item: Mirrored<'menu_items'>) => !isAvailable(item, new Date(now));
  const inCategory = (all ?? []).filter((item) => item.category_id === category.id);
  const scope = filters.search ? (all ?? []) : inCategory;
  const matching = scope.filter(itemMatcher(filters, now));
  // The last dish of a page may be gone: the last page there is takes its place.
  const page = Math.min(filters.page, Math.max(1, Math.ceil(matching.length / filters.limit)));
  const offset = (page - 1) * filters.limit;
  const rows = matching.slice(offset, offset + filters.limit);
  const choose = (ids: string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  return (
    <Page
      title={book.name}
      breadcrumb={[{ label: 'Menu', to: links.menu() }]}
      isFlush
      className={css.screen}
      footer={
        <TableFooter
          page={page}
          limit={filters.limit}
          total={all ? matching.length : null}
          isLoading={isFirstLoad(sync)}
          sizes={itemPageSizes}
          onPage={(page) => change({ page })}
          onLimit={(limit) => change({ limit })}
        />
      }
    >
      <div className={css.body}>
        <CategoryList book={book} categories={categories} items={all ?? []} isOut={isOut} />
        <section className={css.pane} aria-labelledby="category-name">
          <div className={css.head}>
            <div>
              <h2 id="category-name">{category.name}</h2>
              <p>
                {inCategory.length === 1 ? '1 item' : `${inCategory.length} items`},{' '}
                {inCategory.filter((item) => !isOut(item)).length} available
              </p>
            </div>
            <div className={css.buttons}>
              <Button appearance="subtle" icon={<Grid20Regular />} onClick={() => navigate(links.availability())}>
                Availability board
              </Button>
              <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEditing('new')}>
                Add item
              </Button>
            </div>
          </div>
          {chosen.size > 0 ? (
            <ItemBulkBar
              items={(all ?? []).filter((item) => chosen.has(item.id))}
              restaurant={restaurant}
              now={now}
              onDelete={actions.onDelete}
              onClear={() => setChosen(new Set())}
            />
          ) : (
            <ItemToolbar filters={filters} change={change} out={scope.filter(isOut).length} />
          )}
          <div className={table.frame}>
            {rows.length > 0 && (
              <ItemTable
                rows={rows}
                restaurant={restaurant}
                now={now}
                categoryOf={
                  filters.search ? (item) => categories.find((one) => one.id === item.category_id)?.name ?? null : null
                }
                chosen={chosen}
                onChoose={choose}
                onMore={actions.onMore}
              />
            )}
            {all !== undefined && rows.length === 0 && sync && (
              <ItemStates filters={filters} inScope={scope.length} change={change} onAdd={() => setEditing('new')} />
            )}
          </div>
        </section>
      </div>
      <Suspense>
        {editing && (
          <ItemDrawer
            item={editing === 'new' ? null : editing}
            category={category}
            currency={restaurant.currency}
            nextPlace={Math.max(-1, ...inCategory.map((item) => item.sort_order)) + 1}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {actions.floating}
    </Page>
  );
}
