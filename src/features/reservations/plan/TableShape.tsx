import { Fragment } from 'react';
import type { DiningTable } from '../../../../contract/reservations/settings.ts';
import { clip } from '../../../../contract/clip.ts';

interface Props {
  table: DiningTable;
  className: string | undefined;
  /** Under the name: "4 seats", "Tom", "until 20:30". */
  lines: readonly string[];
}

/**
 * The accessible name of a table: what is written on it, as it is written, then what was too long for it in full. Who speaks to the device
 * says what they see (WCAG 2.5.3).
 */
export function tableLabel(table: DiningTable, lines: readonly string[]): string {
  const shown = lines.map((line) => fitted(line, table.position.width));
  const cut = lines.filter((line, at) => line !== shown[at]);
  return ['Table', `${table.name},`, [...shown, ...cut].join(', ')].join(' ');
}

/** A table of the plan as it stands, with its name and its state in words. */
export function TableShape({ table, className, lines }: Props) {
  const { x, y, width, height, rotation } = table.position;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const outline = { className, transform: `rotate(${rotation} ${middleX} ${middleY})` };
  return (
    <>
      {table.shape === 'round' ? (
        <ellipse cx={middleX} cy={middleY} rx={width / 2} ry={height / 2} {...outline} />
      ) : (
        <rect x={x} y={y} width={width} height={height} rx={table.shape === 'square' ? 6 : 10} {...outline} />
      )}
      <text x={middleX} y={middleY - lines.length * 8 + 4} textAnchor="middle" fontSize={18} fontWeight={650}>
        {table.name}
      </text>
      {lines.map((line, at) => (
        <Fragment key={line}>
          {/* Not drawn: parts the words for whoever reads the text as a whole. */}{' '}
          <text x={middleX} y={middleY - lines.length * 8 + 22 + at * 16} textAnchor="middle" fontSize={13}>
            {fitted(line, width)}
          </text>
        </Fragment>
      ))}
    </>
  );
}

/** A letter of the small lines is about 7 units wide, so that a long name does not run over the next table. */
const fitted = (line: string, width: number): string => {
  const room = Math.max(4, Math.floor((width - 2) / 7));
  return clip(line, room);
};

/** The part of the plane that holds all tables of an area, with a margin. */
export function boxOf(tables: readonly DiningTable[]): { x: number; y: number; width: number; height: number } {
  const right = Math.max(560, ...tables.map(({ position }) => position.x + position.width + 60));
  const bottom = Math.max(320, ...tables.map(({ position }) => position.y + position.height + 60));
  return { x: 0, y: 0, width: right, height: bottom };
}
