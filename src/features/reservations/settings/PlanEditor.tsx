import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Area, DiningTable } from '../../../../contract/reservations/settings.ts';
import css from '../plan/plan.module.css';
import { boxOf, tableLabel, TableShape } from '../plan/TableShape.tsx';

type Position = DiningTable['position'];

interface Props {
  area: Area;
  tables: readonly DiningTable[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onMove: (id: string, position: Position) => void;
}

const GRID = 5;
const FAR = 20;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const snap = (value: number) => Math.min(10_000, Math.max(0, Math.round(value / GRID) * GRID));

interface Drag {
  id: string;
  /** From the pointer to the table's corner, on the plan. */
  dx: number;
  dy: number;
  at: Position;
}

/** The plan of one area. Tables are dragged, or moved with the arrow keys (with Shift in larger steps). */
export function PlanEditor({ area, tables, chosen, onChoose, onMove }: Props) {
  const plan = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const box = boxOf(tables);

  const pointOf = (event: PointerEvent) => {
    const matrix = plan.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix) : point;
  };
  const begin = (event: PointerEvent<SVGGElement>, table: DiningTable) => {
    onChoose(table.id);
    const point = pointOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      id: table.id,
      dx: table.position.x - point.x,
      dy: table.position.y - point.y,
      at: table.position,
    });
  };
  const follow = (event: PointerEvent) => {
    if (!drag) return;
    const point = pointOf(event);
    setDrag({ ...drag, at: { ...drag.at, x: snap(point.x + drag.dx), y: snap(point.y + drag.dy) } });
  };
  const end = () => {
    if (!drag) return;
    onMove(drag.id, drag.at);
    setDrag(null);
  };
  const press = (event: KeyboardEvent, table: DiningTable) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onChoose(table.id);
    }
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? FAR : GRID;
    const { x, y } = table.position;
    onMove(table.id, { ...table.position, x: snap(x + arrow[0] * step), y: snap(y + arrow[1] * step) });
  };

  if (tables.length === 0) return <p>No tables in this area yet.</p>;
  return (
    <div className={css.frame}>
      <svg
        ref={plan}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        className={css.plan}
        role="group"
        aria-label={`Plan of ${area.name}. Drag tables, or move them with the arrow keys.`}
      >
        {tables.map((table) => {
          const lines = [`${table.max_capacity} seats`, ...(table.is_enabled ? [] : ['Not in use'])];
          const shown = drag?.id === table.id ? { ...table, position: drag.at } : table;
          return (
            <g
              key={table.id}
              role="button"
              tabIndex={0}
              aria-pressed={table.id === chosen}
              aria-label={tableLabel(table, lines)}
              className={`${css.table} ${css.movable} ${table.id === chosen ? css.chosen : ''}`}
              onPointerDown={(event) => begin(event, table)}
              onPointerMove={follow}
              onPointerUp={end}
              onPointerCancel={() => setDrag(null)}
              onKeyDown={(event) => press(event, table)}
            >
              <TableShape table={shown} className={table.is_enabled ? css.free : css.off} lines={lines} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}
