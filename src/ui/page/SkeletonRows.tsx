import styles from './SkeletonRows.module.css';

interface SkeletonRowsProps {
  rows: number;
  /** Announced by screen readers: "Loading orders". */
  label: string;
  rowHeight?: number;
}

/** Grey placeholder rows, only while the device has no row of its own. */
export function SkeletonRows({ rows, label, rowHeight = 42 }: SkeletonRowsProps) {
  return (
    <div aria-busy="true" aria-label={label} role="group">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`g-row g-rule-below ${styles.row}`} style={{ height: rowHeight }}>
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
