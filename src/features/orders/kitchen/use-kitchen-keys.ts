import { useEffect, useRef } from 'react';
import type { Direction } from './use-board-layout.ts';

export interface KitchenKeys {
  /** Moves to the neighbouring ticket. */
  move: (direction: Direction) => void;
  step: (id: string) => void;
  /** The n-th item of the ticket, from 0. */
  item: (id: string, index: number) => void;
  recall: () => void;
  undo: () => void;
  escape: () => void;
}

/** Keyboard control of the whole view: arrows, Enter, 1 to 9, R, U, Esc. A focused button keeps its own keys. */
export function useKitchenKeys(keys: KitchenKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      // A dialog over the view handles its own keys.
      if (document.querySelector('dialog[open], [role="dialog"]')) return;
      if (handle(event, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const arrows: Partial<Record<string, Direction>> = {
  ArrowRight: 'right',
  ArrowLeft: 'left',
  ArrowDown: 'down',
  ArrowUp: 'up',
};

function handle({ key, target, repeat }: KeyboardEvent, keys: KitchenKeys): boolean {
  const element = target instanceof Element ? target : null;
  const direction = arrows[key];
  if (direction !== undefined) {
    keys.move(direction);
    return true;
  }
  // A key that is held down must not bump the whole board.
  if (repeat) return false;
  const id = element?.closest<HTMLElement>('[data-ticket]')?.dataset['ticket'];
  if (id && key === 'Enter' && element?.matches('[data-ticket]')) keys.step(id);
  else if (id && /^[1-9]$/.test(key)) keys.item(id, Number(key) - 1);
  else if (key === 'r' || key === 'R') keys.recall();
  else if (key === 'u' || key === 'U') keys.undo();
  else if (key === 'Escape') keys.escape();
  else return false;
  return true;
}
