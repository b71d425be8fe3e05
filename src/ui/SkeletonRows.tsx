import styles from './SkeletonRows.module.css';

interface SkeletonRowsProps {
  rows: number;
  /** Said to assistive technology: "Loading orders". */
  label: string;
  rowHeight?: number;
}

/** Grey rows while the device holds no row of its own yet; never while it does. */
export function SkeletonRows({ rows, label, rowHeight = 42 }: SkeletonRowsProps) {
  return (
    <div aria-busy="true" aria-label={label} role="group">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ height: rowHeight }}>
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
