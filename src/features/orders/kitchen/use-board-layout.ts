import { useLayoutEffect, useState, type RefObject } from 'react';

/** The place of a ticket, measured in the columns that the browser made. */
export interface Spot {
  id: string;
  column: number;
  /** Upper edge, px. */
  top: number;
}

/** A ticket that has room for its first dishes only. */
export interface Cut {
  id: string;
  /** How many dishes it has besides those. */
  more: number;
}

export interface BoardLayout {
  /** How many of the given tickets fit on the board, counted from the first. */
  shown: number;
  spots: Spot[];
  /** The next one, if the last column has room for its head and a dish. */
  cut: Cut | null;
}

const nothing: BoardLayout = { shown: 0, spots: [], cut: null };

/**
 * Measures which tickets fit on the board completely. A ticket that would continue past the last column does not: its button would
 * be out of reach. It shows as many dishes as fit, and how many more it has. The first ticket always counts; if it is longer than the
 * board, the board scrolls. `columns` null: a phone shows all.
 */
export function useBoardLayout(
  list: RefObject<HTMLElement | null>,
  columns: number | null,
  count: number,
): BoardLayout {
  const [layout, setLayout] = useState(nothing);
  // After each render: any of them may have moved every ticket. It ends, because the same layout is no new state.
  // eslint-disable-next-line react/exhaustive-deps -- what the browser has laid out is no value of a render
  useLayoutEffect(() => {
    if (!list.current) return;
    uncutTicket(list.current);
    if (columns === null) {
      holdButtons(list.current);
      return;
    }
    settleLongTickets(list.current);
    const whole = readLayout(list.current, columns);
    const next = { ...whole, cut: cutTicket(list.current, columns, whole.shown) };
    // eslint-disable-next-line react/set-state-in-effect -- measured, and drawn before the frame is shown
    setLayout((before) => (isSame(before, next) ? before : next));
  });
  return columns === null ? { shown: count, spots: [], cut: null } : layout;
}

const dishesOf = (ticket: HTMLElement) => [...ticket.querySelectorAll<HTMLElement>('li')];

/** On a phone a ticket's button stays at the edge of the screen, but not before two of its dishes are in sight (ticket.module.css). */
function holdButtons(list: HTMLElement): void {
  for (const ticket of list.querySelectorAll<HTMLElement>('[data-ticket]')) {
    const last = dishesOf(ticket).slice(0, 2).at(-1);
    if (!last) continue;
    const height = last.getBoundingClientRect().bottom - ticket.getBoundingClientRect().top;
    ticket.style.setProperty('--two-dishes', `${Math.round(height)}px`);
  }
}

/** Shows the first dishes of ticket number `index`, as many as the board has room for. Null: it has none. */
function cutTicket(list: HTMLElement, columns: number, index: number): Cut | null {
  const ticket = list.querySelectorAll<HTMLElement>('[data-ticket]')[index];
  if (!ticket || list.hasAttribute('data-overlong')) return null;
  const dishes = dishesOf(ticket);
  ticket.dataset['cut'] = '';
  for (const dish of dishes) dish.dataset['beyond'] = '';
  const columnOf = columnsOf(list, columns);
  let fits = 0;
  for (const dish of dishes.slice(0, -1)) {
    delete dish.dataset['beyond'];
    // A ticket that continues has a rectangle in each of its columns.
    if (columnOf([...ticket.getClientRects()].at(-1)!) >= columns) {
      dish.dataset['beyond'] = '';
      break;
    }
    fits += 1;
  }
  if (fits === 0) {
    uncutTicket(list);
    return null;
  }
  markContinuation(ticket);
  return { id: ticket.dataset['ticket']!, more: dishes.length - fits };
}

function uncutTicket(list: HTMLElement): void {
  for (const ticket of list.querySelectorAll<HTMLElement>('[data-cut]')) {
    delete ticket.dataset['cut'];
    for (const dish of dishesOf(ticket)) delete dish.dataset['beyond'];
  }
}

/** Measures in which column a rectangle lies. */
function columnsOf(list: HTMLElement, columns: number): (rect: DOMRect) => number {
  const { left, width } = list.getBoundingClientRect();
  return (rect) => Math.round((rect.left + list.scrollLeft - left) / ((width + GAP) / columns));
}

/** A ticket longer than a column begins where there is room and continues from there; all others stay whole (ticket.module.css). */
function settleLongTickets(list: HTMLElement): void {
  for (const ticket of list.querySelectorAll<HTMLElement>('[data-ticket]')) {
    const heights = [...ticket.getClientRects()].map(({ height }) => height);
    ticket.toggleAttribute('data-long', heights.length > 1 && heights.reduce((a, b) => a + b) > list.clientHeight);
    keepHeadCompany(ticket);
    markContinuation(ticket);
    keepButtonCompany(ticket);
  }
}

/** Lets the first dish of each further column name the order. */
function markContinuation(ticket: HTMLElement): void {
  let right = ticket.getClientRects()[0]?.right ?? Infinity;
  for (const dish of ticket.querySelectorAll<HTMLElement>('li')) {
    const rect = dish.getBoundingClientRect();
    if (rect.left < right) delete dish.dataset['continued'];
    else {
      dish.dataset['continued'] = `#${ticket.dataset['number']}, continued`;
      right = rect.right;
    }
  }
}

/** A head alone at the end of a column would not show its dishes: WebKit does not respect `break-after: avoid`. */
function keepHeadCompany(ticket: HTMLElement): void {
  ticket.removeAttribute('data-apart');
  const heads = [...(ticket.firstElementChild?.getClientRects() ?? [])];
  const dish = ticket.querySelector<HTMLElement>('li');
  if (!dish || !heads[0] || !ticket.hasAttribute('data-long')) return;
  ticket.toggleAttribute('data-apart', heads.length > 1 || dish.getBoundingClientRect().left >= heads[0].right);
}

/**
 * A button alone in the last column would not show its order, so the last dish moves there too. Chromium does not always respect
 * `break-before: avoid`.
 */
function keepButtonCompany(ticket: HTMLElement): void {
  const dish = [...ticket.querySelectorAll<HTMLElement>('li')].at(-1);
  const button = ticket.querySelector<HTMLElement>('[data-act]');
  if (!dish || !button) return;
  delete dish.dataset['moved'];
  if (!ticket.hasAttribute('data-long')) return;
  if (button.getBoundingClientRect().left < dish.getBoundingClientRect().right) return;
  dish.dataset['moved'] = '';
  markContinuation(ticket);
}

function readLayout(list: HTMLElement, columns: number): Omit<BoardLayout, 'cut'> {
  const columnOf = columnsOf(list, columns);
  const spots: Spot[] = [];
  let shown = 0;
  let isFull = false;
  for (const ticket of list.querySelectorAll<HTMLElement>('[data-ticket]')) {
    // A ticket that continues has a rectangle in each of its columns.
    const parts = [...ticket.getClientRects()];
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last) continue;
    const isBeyond = columnOf(last) >= columns;
    if (shown === 0) list.toggleAttribute('data-overlong', isBeyond);
    isFull ||= isBeyond && shown > 0;
    if (isFull) continue;
    shown += 1;
    spots.push({ id: ticket.dataset['ticket']!, column: columnOf(first), top: first.top });
  }
  return { shown, spots };
}

const GAP = 12;

const isSame = (a: BoardLayout, b: BoardLayout) =>
  a.shown === b.shown &&
  a.cut?.id === b.cut?.id &&
  a.cut?.more === b.cut?.more &&
  a.spots.length === b.spots.length &&
  a.spots.every(
    (spot, i) => spot.id === b.spots[i]!.id && spot.column === b.spots[i]!.column && spot.top === b.spots[i]!.top,
  );

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The neighbouring ticket: the next one in its column, or the one at about the same height in the next column. */
export function neighbour(spots: readonly Spot[], from: string, direction: Direction): string | null {
  const here = spots.find(({ id }) => id === from);
  if (!here) return null;
  const isSideways = direction === 'left' || direction === 'right';
  const way = direction === 'right' || direction === 'down' ? 1 : -1;
  const candidates = isSideways
    ? nearestColumn(
        spots.filter(({ column }) => (column - here.column) * way > 0),
        here,
      )
    : spots.filter(({ column, top }) => column === here.column && (top - here.top) * way > 0);
  const nearest = candidates.toSorted((a, b) => Math.abs(a.top - here.top) - Math.abs(b.top - here.top))[0];
  return nearest?.id ?? null;
}

/** The nearest column in which a ticket begins; others are skipped. */
function nearestColumn(spots: readonly Spot[], here: Spot): Spot[] {
  const distance = Math.min(...spots.map(({ column }) => Math.abs(column - here.column)));
  return spots.filter(({ column }) => Math.abs(column - here.column) === distance);
}
