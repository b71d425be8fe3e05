import type { ReactNode } from 'react';
import { ProgressBar } from '@fluentui/react-components';
import type { ImportRowError } from '../../../contract/import/shapes.ts';
import { count } from '../../lib/count.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { KeyValueList } from '../KeyValueList.tsx';
import { ErrorTable } from './ErrorTable.tsx';

interface Props {
  /** Null: the server has not told, or does not know it. */
  row: { status: string; file_name: string; errors: ImportRowError[] } | null;
  isOver: boolean;
  /** What is counted, how many of them are looked at, and how many there are. */
  progress: { unit: 'Rows' | 'Orders'; done?: number; total?: number };
  /** Before the first are imported. */
  begins: string;
  offline: string;
  /** Below these while it is under way. */
  below?: ReactNode;
  /** Why nothing or not all was imported. */
  failed: ReactNode;
  pairs: Parameters<typeof KeyValueList>[0]['pairs'];
  /** Between the figures and the rows with an error. */
  children: ReactNode;
}

/** An import that was sent: how far it is, and its result. */
export function SentImport({ row, isOver, progress, begins, offline, below, failed, pairs, children }: Props) {
  const { unit, done = 0, total = 0 } = progress;
  const isOnline = useIsOnline();
  if (!isOver)
    return (
      <div className="g-stack g-gap-12" aria-live="polite">
        {isOnline ? (
          <>
            <p>{done > 0 ? `${count(done)} of ${count(total)} ${unit.toLowerCase()} imported` : begins}</p>
            <ProgressBar {...(total > 0 && { value: done / total })} aria-label={`${unit} imported`} />
            <p className="g-text-13 g-faint">You can leave this page. A notification says when it is done.</p>
          </>
        ) : (
          <p className="g-warn">{offline}</p>
        )}
        {below}
      </div>
    );
  if (row?.status !== 'done') return failed;
  return (
    <div className="g-stack g-narrow g-gap-16">
      <p className="g-text-16 g-strong">
        <bdi>{row.file_name}</bdi> has been imported
      </p>
      <KeyValueList pairs={pairs} />
      {children}
      {row.errors.length > 0 && <ErrorTable errors={row.errors} />}
    </div>
  );
}
