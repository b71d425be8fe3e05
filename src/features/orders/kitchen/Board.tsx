import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { Dish } from '../../../../contract/orders/price-dish.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import css from './kitchen.module.css';
import { NextRail } from './NextRail.tsx';
import { Ticket, type KitchenOrder } from './Ticket.tsx';
import { actOf, type TicketAct } from './ticket-act.ts';
import { isStruck, linesAt } from './tickets.ts';
import type { UndoMessage } from './UndoBar.tsx';
import { neighbour, useBoardLayout, type Direction } from './use-board-layout.ts';
import { useDepartures } from './use-departures.ts';
import { useFit } from './use-fit.ts';
import { useKitchenKeys, type KitchenKeys } from './use-kitchen-keys.ts';
import { numberOf } from '../../../lib/order-number.ts';

export interface BoardPlace {
  /** Brings a ticket onto the board and focuses it. */
  goTo: (id: string) => void;
}

interface Props {
  place: Ref<BoardPlace>;
  tickets: KitchenOrder[];
  /** All orders that the kitchen knows; undefined while they are read. */
  orders: KitchenOrder[] | undefined;
  station: string | null;
  items: ReadonlyMap<string, MenuItem>;
  groups: Dish['groups'];
  restaurant: Restaurant;
  onAct: (order: KitchenOrder, act: TicketAct) => void;
  onStrike: (order: KitchenOrder, lineId: string, isDone: boolean) => void;
  onReject: (order: KitchenOrder) => void;
  onTold: (told: Omit<UndoMessage, 'id'>) => void;
  keys: Pick<KitchenKeys, 'recall' | 'undo' | 'escape'>;
  empty: ReactNode;
}

/**
 * As many tickets as are readable, oldest first, column by column: small ones stack, a long one continues in the next column. The
 * rest waits in the rail. A phone scrolls through all of them.
 */
export function Board({
  place,
  tickets,
  orders,
  station,
  items,
  groups,
  restaurant,
  onAct,
  onStrike,
  onReject,
  onTold,
  keys,
  empty,
}: Props) {
  const board = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<string | null>(null);
  const fit = useFit(board, useMedia(PHONE));
  const [wanted, setWanted] = useState(0);
  const [current, setCurrent] = useState<string | null>(null);
  // One more than fit, because the next may be shown in part.
  const most = fit ? fit.most + 1 : tickets.length;
  const from = Math.max(0, Math.min(wanted, tickets.length - 1));
  const shown = useDepartures(tickets, orders, (gone) => {
    if (gone.length > 0) onTold(goneWords(gone, restaurant.timezone));
  });
  const placed = shown.slice(from, from + most + shown.length - tickets.length);
  const layout = useBoardLayout(list, fit?.columns ?? null, placed.length);
  // Tickets that have not been laid out are hidden until they are, within the same frame.
  const onBoard = placed.slice(0, layout.shown);
  const room = onBoard.filter(({ isLeaving }) => !isLeaving).length;
  const currentId = onBoard.some(({ order }) => order.id === current) ? current : (onBoard[0]?.order.id ?? null);

  useLayoutEffect(() => {
    const id = toFocus.current;
    if (id === null) return;
    toFocus.current = null;
    const ticket = board.current?.querySelector<HTMLElement>(`[data-ticket="${id}"]`);
    // It may have kept the focus, or something within it has.
    if (!ticket || ticket.contains(document.activeElement)) return;
    ticket.focus({ preventScroll: true });
    // A phone's ticket may be longer than the screen, so show its top.
    ticket.scrollIntoView({ block: fit ? 'nearest' : 'start' });
  });

  const goTo = (id: string) => {
    const index = tickets.findIndex((order) => order.id === id);
    if (index < 0) return;
    if (index < from || index >= from + room) setWanted(index);
    setCurrent(id);
    toFocus.current = id;
  };
  useImperativeHandle(place, () => ({ goTo }));
  const act = (order: KitchenOrder, what: TicketAct) => {
    // Keyboard focus moves to the ticket that takes the place.
    if (board.current?.querySelector(`[data-ticket="${order.id}"]`)?.contains(document.activeElement)) {
      const index = tickets.findIndex(({ id }) => id === order.id);
      const leaves = what.kind === 'station' || what.step.order_status === 'ready';
      toFocus.current = leaves ? ((tickets[index + 1] ?? tickets[index - 1])?.id ?? null) : order.id;
    }
    onAct(order, what);
  };
  const beside = (id: string, direction: Direction): string | null => {
    const next = fit && neighbour(layout.spots, id, direction);
    if (next) return next;
    // Beyond the edge of the board, and in a phone's single column, this is the next ticket in order.
    const by = direction === 'right' || direction === 'down' ? 1 : -1;
    return tickets[tickets.findIndex((order) => order.id === id) + by]?.id ?? null;
  };
  const orderOf = (id: string) => tickets.find((order) => order.id === id);

  useKitchenKeys({
    ...keys,
    move: (direction) => {
      if (currentId === null) return;
      // The first arrow key focuses the current ticket without moving.
      const hasFocus = board.current?.contains(document.activeElement) ?? false;
      goTo(hasFocus ? (beside(currentId, direction) ?? currentId) : currentId);
    },
    step: (id) => {
      const order = orderOf(id);
      const what = order && actOf(order, station, restaurant);
      if (order && what) act(order, what);
    },
    item: (id, n) => {
      const order = orderOf(id);
      const line = order && linesAt(order, station)[n];
      if (order && line) onStrike(order, line.id, !isStruck(line));
    },
  });

  return (
    <div ref={board} className={`g-flex g-grow g-low g-gap-12 ${css.board}`}>
      {tickets.length === 0 && shown.length === 0 && empty}
      <ol
        ref={list}
        className={css.tickets}
        style={fit ? { columnCount: fit.columns } : undefined}
        aria-label="Tickets"
      >
        {placed.map(({ order, isLeaving }, i) => (
          <li key={order.id} className={i < layout.shown || order.id === layout.cut?.id ? undefined : css.unplaced}>
            <Ticket
              order={order}
              station={station}
              items={items}
              groups={groups}
              restaurant={restaurant}
              isCurrent={order.id === currentId}
              isLeaving={isLeaving}
              more={order.id === layout.cut?.id ? layout.cut.more : 0}
              onMore={goTo}
              onAct={act}
              onStrike={onStrike}
              onReject={onReject}
              onFocus={setCurrent}
            />
          </li>
        ))}
      </ol>
      {fit && (
        <NextRail
          next={tickets.slice(from + room)}
          cut={layout.cut?.id ?? null}
          canGoBack={from > 0}
          onShow={goTo}
          onPage={(by) => setWanted(Math.max(0, from + by * Math.max(1, room)))}
        />
      )}
    </div>
  );
}

/** "#141 is ready", "By Ravi's phone at 19:40." */
function goneWords(gone: KitchenOrder[], timezone: string): Omit<UndoMessage, 'id'> {
  const [order] = gone;
  if (!order) return { title: '' };
  if (gone.length > 1) return { title: `${gone.length} orders done on another device` };
  const last = order.events.at(-1);
  const who = last?.device_name ?? last?.actor?.name ?? 'another device';
  return {
    title: `#${numberOf(order)} is ${statusLabel(order.order_status).toLowerCase()}`,
    detail: `By ${who} at ${timeOf(last?.at ?? order.updated_at, timezone)}.`,
  };
}
