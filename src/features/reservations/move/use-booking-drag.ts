import { type RefCallback, useEffect, useEffectEvent, useState } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';

/** A reservation over a place. */
export interface Held {
  id: string;
  /** The tables from which and over which it is held; '': none. */
  from: string;
  to: string;
  /** How far it was moved along the place, as a share of its width. */
  along: number;
}

interface Options {
  /** Changes with the reservations and places that are drawn. */
  drawn: string;
  onHold: (held: Held | null) => void;
  onDrop: (held: Held) => void;
}

/**
 * Lets reservations be dragged over a plan of the day, by mouse or after a long press. One has `data-booking` with its id, `data-from` with its
 * table and `data-name` with what is shown at the pointer; a place has `data-place` with its table.
 */
export function useBookingDrag<T extends HTMLElement>({ drawn, onHold, onDrop }: Options): RefCallback<T> {
  const [board, setBoard] = useState<T | null>(null);
  const hold = useEffectEvent(onHold);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    if (!board) return undefined;
    const bookings = [...board.querySelectorAll<HTMLElement>('[data-booking]')].map((element) =>
      draggable({
        element,
        getInitialData: ({ input }) => ({
          board,
          id: element.dataset.booking,
          from: element.dataset.from,
          at: shareOf(element.closest<HTMLElement>('[data-place]') ?? element, input.clientX),
        }),
        onGenerateDragPreview: ({ nativeSetDragImage }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            render: ({ container }) => {
              const chip = container.appendChild(document.createElement('div'));
              chip.className = 'g-surface g-ink g-outline g-round-6 g-strong g-pad-8-16';
              chip.textContent = element.dataset.name ?? '';
            },
          }),
        onDragStart: () => (element.dataset.dragged = ''),
        onDrop: () => delete element.dataset.dragged,
      }),
    );
    const places = [...board.querySelectorAll<HTMLElement>('[data-place]')].map((element) =>
      dropTargetForElements({ element, canDrop: ({ source }) => source.data.board === board }),
    );
    const heldAt = ({ source, location }: Moment): Held | null => {
      const place = location.current.dropTargets[0]?.element as HTMLElement | undefined;
      const { id, from, at } = source.data as unknown as { id: string; from: string; at: number };
      return place
        ? { id, from, to: place.dataset.place!, along: shareOf(place, location.current.input.clientX) - at }
        : null;
    };
    const monitor = monitorForElements({
      canMonitor: ({ source }) => source.data.board === board,
      onDrag: (moment) => hold(heldAt(moment)),
      onDrop: (moment) => {
        const held = heldAt(moment);
        hold(null);
        if (held) drop(held);
      },
    });
    return combine(...bookings, ...places, monitor);
  }, [board, drawn]);

  return setBoard;
}

type Moment = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrag']>>[0];

function shareOf(place: HTMLElement, clientX: number): number {
  const { left, width } = place.getBoundingClientRect();
  return width > 0 ? (clientX - left) / width : 0;
}
