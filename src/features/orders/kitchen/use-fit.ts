import { useLayoutEffect, useState, type RefObject } from 'react';

const TICKET_WIDTH = 280;
/** The height of a ticket with one dish, px: the smallest possible. */
const SMALL_TICKET_HEIGHT = 190;
const GAP = 12;
const RAIL = 88 + GAP;

export interface Fit {
  columns: number;
  /** The most tickets that could fit, if all were small. */
  most: number;
}

/** How many columns of readable tickets fit on the board. Null on a phone, which scrolls. */
export function useFit(board: RefObject<HTMLElement | null>, isPhone: boolean): Fit | null {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return isPhone ? null : fitOf(size);
}

/** The rail keeps its room when it is empty, so that no column moves when tickets come and go. */
export function fitOf({ width, height }: { width: number; height: number }): Fit {
  const columns = fitting(width - 2 * GAP - RAIL, TICKET_WIDTH);
  return { columns, most: columns * Math.max(1, Math.ceil((height - 2 * GAP) / SMALL_TICKET_HEIGHT)) };
}

const fitting = (room: number, size: number) => Math.max(1, Math.floor((room + GAP) / (size + GAP)));
