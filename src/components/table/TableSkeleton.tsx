import css from './table.module.css';

interface Props {
  rows: number;
  /** `width` in px; none: 0. The class hides a column where its head is hidden. */
  columns: readonly { width: number; className?: string | undefined }[];
}

/** Placeholder rows, shown only while this device has none. */
export function TableSkeleton({ rows, columns }: Props) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {columns.map(({ width, className }, column) => (
            // The width varies a little from row to row, as text does.
            // eslint-disable-next-line react/no-array-index-key -- the columns of a skeleton never move
            <td key={column} className={className}>
              {width > 0 && (
                <span
                  className={`g-block g-surface-3 ${css.bar}`}
                  style={{ width: width - ((row * 7 + column * 3) % 5) * (width / 20) }}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
