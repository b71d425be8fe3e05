import type { RefCallback } from 'react';
import { moved, type Placed, placesOf } from '../../../../contract/menu/places.ts';
import { useSorting, type Way } from '../../../components/sorting/use-sorting.ts';
import { showToast } from '../../../ui/page/toast.ts';

interface Options<R> {
  /** All rows of the list in their order. Undefined: not known yet. */
  rows: readonly R[] | undefined;
  /** Those that are on the screen, where it is a page of them. */
  shown?: readonly R[];
  /** The list cannot be ordered now: it is filtered, or has one row. */
  isOff?: boolean;
  /** Stores the new sort keys. */
  save: (places: Placed[]) => void;
}

export interface Order<T extends HTMLElement> {
  list: RefCallback<T>;
  isOff: boolean;
  move: (id: string, way: Way) => void;
  /** Null: the row is there already, or the list cannot be ordered. */
  moveOf: (id: string, way: Way) => (() => void) | null;
}

/** Lets a list of the menu be ordered. Each move says where the row is now, and can be undone. */
export function useOrder<T extends HTMLElement, R extends Placed & { name: string }>({
  rows = [],
  shown,
  isOff = false,
  save,
}: Options<R>): Order<T> {
  const ids = rows.map(({ id }) => id);
  const { list, move } = useSorting<T>({
    ids: isOff ? null : ids,
    shown: shown?.map(({ id }) => id),
    onMove: (id, to) => {
      const places = placesOf(moved(rows, ids.indexOf(id), to));
      const before = rows
        .filter((row) => places.some((place) => place.id === row.id))
        .map(({ id: at, sort_order }) => ({ id: at, sort_order }));
      if (places.length === 0) return;
      save(places);
      const { name } = rows[ids.indexOf(id)]!;
      showToast({ title: `${name} moved to place ${to + 1} of ${rows.length}`, undo: () => save(before) });
    },
  });
  return {
    list,
    isOff,
    move,
    moveOf: (id, way) => {
      const at = ids.indexOf(id);
      const isThere = way === 'up' || way === 'top' ? at <= 0 : at === ids.length - 1;
      return isOff || isThere ? null : () => move(id, way);
    },
  };
}
