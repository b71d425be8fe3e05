import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';

/** The row that is dragged, and the list to which it belongs. */
interface Dragged {
  id: string;
  list: HTMLElement;
}

/**
 * Lets the rows of a list be dragged by their handles. A row has `data-sort` with its id, and in it an element with `data-handle`. While a
 * row is above another, that one has `data-drop`: "before" or "after". Calls `onMove` with the dragged row and the row before or after
 * which it was let go. Returns a function that ends it.
 */
export function dragRows(
  list: HTMLElement,
  onMove: (id: string, target: { id: string; isAfter: boolean }) => void,
): () => void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-sort]')];
  const clear = () => {
    for (const row of rows) delete row.dataset.drop;
  };
  const ends = rows.map((row) => {
    const id = row.dataset.sort!;
    const handle = row.querySelector<HTMLElement>('[data-handle]');
    const target = dropTargetForElements({
      element: row,
      canDrop: ({ source }) => isOf(source.data, list),
      getIsSticky: () => true,
      onDrag: ({ self, source, location }) => {
        if (self.element !== location.current.dropTargets[0]?.element || source.data.id === id) return;
        row.dataset.drop = isBelowMiddle(row, location.current.input) ? 'after' : 'before';
      },
      onDragLeave: () => delete row.dataset.drop,
    });
    if (!handle) return target;
    const source = draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ id, list }) satisfies Dragged,
      onDragStart: () => (row.dataset.dragged = ''),
      onDrop: () => delete row.dataset.dragged,
    });
    return combine(target, source);
  });
  const drops = monitorForElements({
    canMonitor: ({ source }) => isOf(source.data, list),
    onDrop: ({ source, location }) => {
      clear();
      const row = location.current.dropTargets[0]?.element as HTMLElement | undefined;
      const id = row?.dataset.sort;
      if (!row || !id || id === source.data.id) return;
      onMove((source.data as unknown as Dragged).id, { id, isAfter: isBelowMiddle(row, location.current.input) });
    },
  });
  return combine(...ends, drops, clear);
}

const isOf = (data: Record<string | symbol, unknown>, list: HTMLElement) => data.list === list;

/** Rows that lie beside each other are divided from left to right. */
function isBelowMiddle(row: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.dataset.sortAcross === undefined ? clientY > top + height / 2 : clientX > left + width / 2;
}
