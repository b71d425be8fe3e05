import { useLayoutEffect, useState, type RefObject } from 'react';

const TICKET_WIDTH = 280;
const TICKET_HEIGHT = 430;
const GAP = 12;
const RAIL = 88 + GAP;

export interface Fit {
  columns: number;
  rows: number;
  /** Not all tickets fit: the rest stands in the rail. */
  hasRail: boolean;
}

/** How many tickets the board holds at a readable size. Null on a phone: there it scrolls. */
export function useFit(board: RefObject<HTMLElement | null>, count: number, isPhone: boolean): Fit | null {
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
  return isPhone ? null : fitOf(size, count);
}

export function fitOf({ width, height }: { width: number; height: number }, count: number): Fit {
  const rows = fitting(height - 2 * GAP, TICKET_HEIGHT);
  const all = fitting(width - 2 * GAP, TICKET_WIDTH);
  if (count <= all * rows) return { columns: all, rows, hasRail: false };
  return { columns: fitting(width - 2 * GAP - RAIL, TICKET_WIDTH), rows, hasRail: true };
}

const fitting = (room: number, size: number) => Math.max(1, Math.floor((room + GAP) / (size + GAP)));
