import { useCallback, useState } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { CustomerImport } from '../../../../contract/customers/import-calls.ts';
import { useReadAgain, useServerData } from '../../../api/use-server-data.ts';
import { KeyValueList } from '../../../components/KeyValueList.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { links } from '../../../links.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { ErrorTable } from '../../../components/import/ErrorTable.tsx';
import { readImport, readRejects } from './requests.ts';

const ASK_MS = 1000;
const n = (count: number) => count.toLocaleString('en-GB');

/** An import that was sent: how far it is, and its result. */
export function SentImport({ id }: { id: string }) {
  const isOnline = useIsOnline();
  const { answer, ask } = useServerData(useCallback((signal: AbortSignal) => readImport(id, signal), [id]));
  const found = answer?.ok ? answer.data : null;
  const isOver = found?.status === 'done' || found?.status === 'failed';
  useReadAgain(!isOver, ask, ASK_MS);

  if (isOver) return <Result done={found} />;
  return (
    <div className="g-stack g-gap-12" aria-live="polite">
      {!isOnline ? (
        <p className="g-warn">
          You are offline. The file waits on this device and is imported as soon as you are connected. You can leave
          this page.
        </p>
      ) : (
        <>
          <p>
            {found && found.rows_done > 0
              ? `${n(found.rows_done)} of ${n(found.rows_total)} rows imported`
              : 'The file is being sent …'}
          </p>
          <ProgressBar
            {...(found && found.rows_total > 0 && { value: found.rows_done / found.rows_total })}
            aria-label="Rows imported"
          />
          <p className="g-text-13 g-faint">You can leave this page. A notification says when it is done.</p>
        </>
      )}
      <p>
        <Link href={links.customers()}>Back to the customers</Link>
      </p>
    </div>
  );
}

function Result({ done }: { done: CustomerImport }) {
  const [fault, setFault] = useState('');
  const download = async () => {
    const result = await readRejects(done.import_id);
    if (result.ok) saveFile(result.data.file_name, result.data.csv, 'text/csv;charset=utf-8');
    setFault(result.ok ? '' : 'The rows could not be downloaded. Try again when you are connected.');
  };
  if (done.status === 'failed')
    return (
      <p className="g-bad">
        Nothing was imported. {done.errors[0]?.message ?? 'Something went wrong on our side. Choose the file again.'}
      </p>
    );
  return (
    <div className="g-stack g-gap-16">
      <p className="g-text-16 g-strong">
        <bdi>{done.file_name}</bdi> has been imported
      </p>
      <KeyValueList
        pairs={{
          Rows: n(done.rows_total),
          Added: n(done.created),
          Updated: n(done.updated),
          'Skipped, here already': n(done.skipped),
          'Left out, with an error': n(done.failed),
        }}
      />
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
      <div className="g-flex g-wrap g-gap-8">
        {done.errors_csv_url !== null && (
          <Button icon={<ArrowDownload20Regular />} onClick={() => void download()}>
            Download the rows with an error
          </Button>
        )}
        <Link href={links.customers()} className="g-action g-tall-32 g-hover">
          See the customers
        </Link>
      </div>
      {done.errors.length > 0 && <ErrorTable errors={done.errors} />}
    </div>
  );
}
