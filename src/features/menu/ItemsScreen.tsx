import { lazy, Suspense, useState } from 'react';
import { Add20Regular, Grid20Regular, Options20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { mutate } from '../../data/mutate.ts';
import { useRows } from '../../data/live.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { ListFrame, ListPage } from '../../components/ListPage.tsx';
import { pageRows } from '../../components/page-rows.ts';
import { useChosen } from '../../components/use-chosen.ts';
import { useFilters } from '../../components/use-filters.ts';
import { Page } from '../../ui/page/Page.tsx';
import { TableFooter } from '../../components/table/TableFooter.tsx';
import { MissingMenu } from './MissingMenu.tsx';
import { CategoryList } from './CategoryList.tsx';
import { ItemBulkBar } from './ItemBulkBar.tsx';
import { itemMatcher, itemPageSizes, readItemFilters, writeItemFilters } from './item-filters.ts';
import { ItemTable } from './ItemTable.tsx';
import { ItemToolbar } from './ItemToolbar.tsx';
import { ItemStates } from './ItemStates.tsx';
import css from './items.module.css';
import { showToast } from '../../ui/page/toast.ts';
import { duplicateItem } from './duplicate/duplicate.ts';
import { removeItems, reorderItems } from './mutations.ts';
import { useOrder } from './order/use-order.ts';
import { allItems, books as readBooks, categories as readCategories } from './queries.ts';
import { useOuts } from './use-outs.ts';
import { useItemActions } from './use-item-actions.tsx';

const GroupList = lazy(() => import('./groups/GroupList.tsx').then((module) => ({ default: module.GroupList })));
const ItemDrawer = lazy(() => import('./item/ItemDrawer.tsx').then((module) => ({ default: module.ItemDrawer })));

/** The dishes of one category with their switches. A search covers all categories. */
export function ItemsScreen() {
  const [path] = useLocation();
  const { menuId = '', categoryId = '' } = matchRoute(path)?.params ?? {};
  const restaurant = useRestaurant();
  // Read once for all categories, so that another one is on the screen in the next frame.
  const books = useRows('menu_books', readBooks, []);
  const categories = useRows('menu_categories', (db) => readCategories(db), []);
  const all = useRows('menu_items', (db) => allItems(db), []);
  if (!restaurant) return null;
  if (!books || !categories) return <Page title="Menu">{null}</Page>;
  const book = books.find(({ id }) => id === menuId);
  const category = categories.find(({ id }) => id === categoryId);
  if (!book || !category) return <MissingMenu what={book ? 'category' : 'menu'} />;
  const menu = { books, categories, all };
  return <Items book={book} category={category} restaurant={restaurant} menu={menu} />;
}

interface Props {
  book: Mirrored<'menu_books'>;
  category: Mirrored<'menu_categories'>;
  restaurant: Restaurant;
  menu: {
    books: Mirrored<'menu_books'>[];
    categories: Mirrored<'menu_categories'>[];
    /** Undefined: not known yet. */
    all: Mirrored<'menu_items'>[] | undefined;
  };
}

function Items({ book, category, restaurant, menu: { books, categories, all } }: Props) {
  const [, navigate] = useLocation();
  const { filters, change } = useFilters(readItemFilters, writeItemFilters);
  const sync = useSyncState();
  const { now, isOut, lackOf } = useOuts(all);
  const [editing, setEditing] = useState<Mirrored<'menu_items'> | 'new' | null>(null);
  const { chosen, choose, clear } = useChosen(category.id);
  const [isChoices, setIsChoices] = useState(false);

  const inCategory = (all ?? []).filter((item) => item.category_id === category.id);
  const scope = filters.search ? (all ?? []) : inCategory;
  const matching = scope.filter(itemMatcher(filters, isOut));
  const { page, rows } = pageRows(matching, filters);
  const { list, isOff, moveOf } = useOrder<HTMLDivElement, Mirrored<'menu_items'>>({
    rows: inCategory,
    shown: rows,
    isOff: matching.length !== inCategory.length || filters.search !== '',
    save: (places) =>
      mutate(reorderItems, { path: { id: category.menu_book_id, categoryId: category.id }, body: { places } }),
  });
  const duplicate = (item: Mirrored<'menu_items'>) => {
    const siblings = (all ?? []).filter((one) => one.category_id === item.category_id);
    const id = duplicateItem(item, siblings);
    const path = { id: item.menu_book_id, categoryId: item.category_id };
    showToast({
      title: `${item.name} duplicated`,
      undo: () => mutate(removeItems, { path, body: { item_ids: [id] } }),
    });
  };
  const actions = useItemActions({ restaurant, now, onEdit: setEditing, onDuplicate: duplicate, moveOf });
  return (
    <ListPage
      title={book.name}
      breadcrumb={[{ label: 'Menu', to: links.menu() }]}
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
      <div className={`g-flex g-grow g-narrow g-low ${css.body}`}>
        <CategoryList
          book={book}
          categories={categories.filter((one) => one.menu_book_id === book.id)}
          items={all ?? []}
          isOut={isOut}
        />
        <section className={css.pane} aria-labelledby="category-name">
          <div className={`g-flex g-spread g-start ${css.head}`}>
            <div>
              <h2 id="category-name">{category.name}</h2>
              <p>
                {inCategory.length === 1 ? '1 item' : `${inCategory.length} items`},{' '}
                {inCategory.filter((item) => !isOut(item)).length} available
              </p>
            </div>
            <div className="g-flex g-gap-8">
              <HeaderActions
                main={{ label: 'Add item', icon: <Add20Regular />, onDo: () => setEditing('new') }}
                more={[
                  {
                    label: 'Availability board',
                    icon: <Grid20Regular />,
                    onDo: () => navigate(links.availability()),
                  },
                  { label: 'Choices', icon: <Options20Regular />, onDo: () => setIsChoices(true) },
                ]}
              />
            </div>
          </div>
          {chosen.size > 0 ? (
            <ItemBulkBar
              items={(all ?? []).filter((item) => chosen.has(item.id))}
              all={all ?? []}
              books={books}
              categories={categories}
              onAll={
                matching.some((item) => !chosen.has(item.id))
                  ? {
                      count: matching.length,
                      choose: () =>
                        choose(
                          matching.map(({ id }) => id),
                          true,
                        ),
                    }
                  : null
              }
              restaurant={restaurant}
              now={now}
              onDelete={actions.onDelete}
              onClear={clear}
            />
          ) : (
            <ItemToolbar filters={filters} change={change} out={scope.filter(isOut).length} />
          )}
          <ListFrame>
            {rows.length > 0 && (
              <ItemTable
                list={list}
                isSorted={!isOff}
                rows={rows}
                restaurant={restaurant}
                now={now}
                lackOf={lackOf}
                categoryOf={
                  filters.search ? (item) => categories.find((one) => one.id === item.category_id)?.name ?? null : null
                }
                chosen={chosen}
                onChoose={choose}
                onEdit={setEditing}
                onMore={actions.onMore}
              />
            )}
            {all !== undefined && rows.length === 0 && sync && (
              <ItemStates filters={filters} inScope={scope.length} change={change} onAdd={() => setEditing('new')} />
            )}
          </ListFrame>
        </section>
      </div>
      <Suspense>
        {isChoices && <GroupList restaurant={restaurant} now={now} onClose={() => setIsChoices(false)} />}
        {editing && (
          <ItemDrawer
            item={editing === 'new' ? null : editing}
            category={category}
            {...{ restaurant, now }}
            nextPlace={Math.max(-1, ...inCategory.map((item) => item.sort_order)) + 1}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {actions.floating}
    </ListPage>
  );
}
