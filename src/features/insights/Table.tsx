import css from './insights.module.css';

interface Props {
  /** The first column is text, all others are figures. */
  heads: string[];
  rows: string[][];
  /** Instead of a table without rows. */
  empty?: string;
}

export function Table({ heads, rows, empty }: Props) {
  if (rows.length === 0) return <p className="g-soft">{empty}</p>;
  return (
    <table className={css.table}>
      {heads.some((head) => head !== '') && (
        <thead>
          <tr>
            {heads.map((head, i) => (
              // Heads are fixed.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={i} scope="col">
                {head || <span className="g-hidden">Name</span>}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name, ...figures], i) => (
          // Two dishes may have one name.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={i}>
            <th scope="row">{name}</th>
            {figures.map((figure, n) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={n}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
