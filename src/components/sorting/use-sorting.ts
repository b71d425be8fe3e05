import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Options {
  /** The rows as they are listed. Null: this list cannot be ordered now. */
  ids: readonly string[] | null;
  /** Those that are on the screen, where it is a part of them: a page. */
  shown?: readonly string[] | undefined;
  /** `to`: the place of the row in the list without it. */
  onMove: (id: string, to: number) => void;
}

interface Sorting<T extends HTMLElement> {
  list: RefCallback<T>;
  /** Moves a row by one place, or to an end, and keeps the focus with it. */
  move: (id: string, way: Way) => void;
}

export type Way = 'up' | 'down' | 'top' | 'bottom';

/**
 * Orders a list by dragging and by buttons. Rows have `data-sort`, handles `data-handle` (see drag-rows.ts, which is loaded when the list
 * is on the screen), the buttons `data-move` with "up" or "down". The focus stays with the row that a button has moved.
 */
export function useSorting<T extends HTMLElement>({ ids, shown, onMove }: Options): Sorting<T> {
  const [element, list] = useState<T | null>(null);
  const pressed = useRef<{ id: string; way: Way } | null>(null);
  const order = ids?.join() ?? null;
  const drawn = order === null ? null : (shown?.join() ?? order);

  const drop = useEffectEvent((id: string, target: { id: string; isAfter: boolean }) => {
    const others = (ids ?? []).filter((one) => one !== id);
    const to = others.indexOf(target.id) + (target.isAfter ? 1 : 0);
    if (others[to - 1] !== undefined || others[to] !== undefined) if (to !== ids?.indexOf(id)) onMove(id, to);
  });

  useEffect(() => {
    if (drawn === null || !element) return undefined;
    let end: (() => void) | undefined;
    let isGone = false;
    void import('./drag-rows.ts').then(({ dragRows }) => {
      if (!isGone) end = dragRows(element, (id, target) => drop(id, target));
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [drawn, element]);

  useEffect(() => {
    if (!pressed.current) return;
    const { id, way } = pressed.current;
    pressed.current = null;
    focusRow(element?.querySelector(`[data-sort="${CSS.escape(id)}"]`), way);
  }, [order, element]);

  return {
    list,
    move: (id, way) => {
      const from = ids?.indexOf(id) ?? -1;
      if (!ids || from < 0) return;
      const to = { up: from - 1, down: from + 1, top: 0, bottom: ids.length - 1 }[way];
      if (to === from || to < 0 || to >= ids.length) return;
      pressed.current = { id, way };
      onMove(id, to);
    },
  };
}

/** At an end of the list the button is disabled: then the other one has the focus, or what else the row has. */
function focusRow(row: Element | null | undefined, way: Way): void {
  const first = way === 'up' || way === 'top' ? 'up' : 'down';
  const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  const by = (name: string) => buttons.find((button) => button.dataset.move === name);
  (by(first) ?? by(first === 'up' ? 'down' : 'up') ?? buttons.at(-1))?.focus();
}
