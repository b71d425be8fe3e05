import css from './table.module.css';

/** Rows that are not here yet: only shown when this device holds none. `widths` in px, one a column. */
export function TableSkeleton({ rows, widths }: { rows: number; widths: number[] }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {widths.map((width, column) => (
            // The width varies a little from row to row, as text does.
            // eslint-disable-next-line react/no-array-index-key -- the columns of a skeleton never move
            <td key={column}>
              {width > 0 && (
                <span className={css.bar} style={{ width: width - ((row * 7 + column * 3) % 5) * (width / 20) }} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
