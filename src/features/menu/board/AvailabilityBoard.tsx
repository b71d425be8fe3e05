import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fold } from '../../../../contract/fold.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { SearchField } from '../../../components/table/SearchField.tsx';
import { useRows } from '../../../data/live.ts';
import { timeOf, untilLabel } from '../../../lib/wall-clock.ts';
import { links } from '../../../links.ts';
import { kitchenDensity } from '../../../ui/density.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { available, isAvailable, usualAbsence, availabilityOf, type AvailabilityChoice } from '../availability.ts';
import css from './board.module.css';
import { allTargets, boardTargets, CHOICES, type BoardTarget } from './board-targets.ts';
import { BoardBar, type LastChange } from './BoardBar.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { MenuStates } from '../MenuStates.tsx';
import { allItems, books as readBooks, categories as readCategories, itemsInUse, modifierGroups } from '../queries.ts';
import { Parts } from './Parts.tsx';
import { SoldOutLine } from './SoldOutLine.tsx';
import { Tile } from './Tile.tsx';
import { useOuts } from '../use-outs.ts';
import { useMay } from '../../../session/use-may.ts';

const none: never[] = [];

/** For the kitchen: a whole tile is the switch, and sold-out dishes of all categories stay visible. */
export function AvailabilityBoard({ restaurant }: { restaurant: Restaurant }) {
  const mayEdit = useMay('menu.edit');
  const categories = useRows('menu_categories', (db) => readCategories(db), []);
  const everything = useRows('menu_items', (db) => allItems(db), []);
  const books = useRows('menu_books', (db) => readBooks(db), []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const items = everything && books && itemsInUse(everything, books);
  const targets = boardTargets(items ?? none, groups ?? none);
  const all = allTargets(targets);
  const { now, lackOf } = useOuts(everything);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('category');
  /** The dish whose sizes and choices are open. */
  const [opened, setOpened] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [tapped, setTapped] = useState<LastChange | null>(null);

  const used = new Set(items?.map((item) => item.category_id));
  const withItems = (categories ?? []).filter(({ id }) => used.has(id));
  const hasChoices = targets.some(({ tabId }) => tabId === CHOICES);
  const tabs = [...withItems, ...(hasChoices ? [{ id: CHOICES, name: 'Choices' }] : [])];
  const tab = tabs.find((one) => one.id === asked) ?? tabs[0];
  const out = all.filter((target) => !isAvailable(target, new Date(now)));

  const set = (some: BoardTarget[], wish: AvailabilityChoice) => {
    const before = some.map((target) => ({ target, wish: availabilityOf(target) }));
    for (const target of some) target.set(wish);
    setTapped({ at: Date.now(), targets: some, wish, before });
  };
  const tap = (target: BoardTarget) =>
    set([target], isAvailable(target, new Date(now)) ? usualAbsence(restaurant, now) : available);

  const tileOf = (target: BoardTarget) => ({
    isOn: isAvailable(target, new Date(now)),
    until: target.unavailable_until && untilLabel(target.unavailable_until, restaurant.timezone, now),
  });

  return (
    <Page
      title="Availability"
      breadcrumb={mayEdit ? [{ label: 'Menu', to: links.menu() }] : []}
      isFlush
      className={`${css.board} ${kitchenDensity}`}
      actions={<span className={`g-bold g-ink ${css.clock}`}>{timeOf(now, restaurant.timezone)}</span>}
    >
      {items?.length === 0 && (
        <div className="g-inset-x-16">
          <MenuStates
            what="The menu"
            empty="No items yet"
            hint="Add dishes to a menu; then the kitchen switches them here."
          />
        </div>
      )}
      {tab && (
        <>
          <SearchField
            label="Search dishes and choices"
            placeholder="Search"
            search={search}
            isInstant
            className={css.search}
            onSearch={setSearch}
          />
          <BoardTabs
            categories={tabs}
            current={search === '' ? tab.id : null}
            outOf={(id) => out.filter(({ tabId }) => tabId === id).length}
            onShow={(id) => {
              setSearch('');
              navigate(links.menu({ view: 'availability', category: id }));
            }}
          />
          <SoldOutLine targets={all} out={out} tabId={tab.id} onBack={(some) => set(some, available)} />
          <div className={`g-grid g-gap-12 ${css.tiles}`}>
            {targets
              .filter(({ tabId, name }) =>
                search === '' ? tabId === tab.id : fold(name).includes(fold(search.trim())),
              )
              .map((target) => (
                <div key={target.id} className={css.place}>
                  <Tile target={target} {...tileOf(target)} lack={target.item && lackOf(target.item)} onTap={tap} />
                  {target.parts.length > 0 && (
                    <Parts
                      target={target}
                      isOpen={opened === target.id}
                      tileOf={tileOf}
                      onOpen={() => setOpened(opened === target.id ? null : target.id)}
                      onTap={tap}
                    />
                  )}
                </div>
              ))}
          </div>
        </>
      )}
      <BoardBar tapped={tapped} restaurant={restaurant} now={now} onWish={set} onClose={() => setTapped(null)} />
    </Page>
  );
}
