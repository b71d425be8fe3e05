import { useEffect, useState } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import type { OnDuplicate } from '../../../../contract/customers/import-calls.ts';
import type { ColumnPlaces } from '../../../../contract/customers/import-columns.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import { KeyValueList } from '../../../components/KeyValueList.tsx';
import { currentDb } from '../../../data/current.ts';
import { count as n } from '../../../lib/count.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { allCustomers } from '../queries.ts';
import { rejectsCsv, rejectsName } from '../../../../contract/import/rejects-csv.ts';
import { checkFile, type CheckedFile } from './check-file.ts';
import { ErrorTable } from '../../../components/import/ErrorTable.tsx';
import { RejectsButton } from '../../../components/import/RejectsButton.tsx';
import { loadPhoneReader } from './load-phone-reader.ts';
import { inSlices } from './in-slices.ts';

interface Props {
  name: string;
  table: ImportTable;
  places: ColumnPlaces;
  onDuplicate: OnDuplicate;
  countryCode: string | null;
  onBack: () => void;
  onImport: () => void;
}

/** What the import would do, row by row, before anything is sent. */
export function CheckStep({ name, table, places, onDuplicate, countryCode, onBack, onImport }: Props) {
  const [done, setDone] = useState(0);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const isOnline = useIsOnline();
  useEffect(() => {
    let isLeft = false;
    void (async () => {
      const [customers, read] = await Promise.all([allCustomers(currentDb()), loadPhoneReader()]);
      const work = checkFile(table, places, customers, { countryCode, readPhone: (typed) => read(typed, countryCode) });
      const result = await inSlices(work, { onStep: setDone, isStopped: () => isLeft });
      if (!isLeft) setChecked(result);
    })();
    return () => void (isLeft = true);
  }, [table, places, countryCode]);

  if (!checked)
    return (
      <div className="g-stack g-gap-8">
        <p aria-live="polite">Checking the rows …</p>
        <ProgressBar value={done / table.records.length} aria-label="Rows checked" />
      </div>
    );
  const { fresh, known, failed } = checked;
  const count = onDuplicate === 'update' ? fresh + known : fresh;
  return (
    <>
      <KeyValueList
        pairs={{
          'New customers': n(fresh),
          [onDuplicate === 'update' ? 'Here already, will be updated' : 'Here already, will be skipped']: n(known),
          'Rows with an error, left out': n(failed.length),
        }}
      />
      {!isOnline && (
        <p className="g-warn">
          You are offline. The file is kept on this device and imported as soon as you are connected.
        </p>
      )}
      <div className="g-flex g-wrap g-gap-8">
        <Button appearance="primary" disabled={count === 0} onClick={onImport}>
          {count === 0 ? 'Nothing to import' : `Import ${n(count)} ${count === 1 ? 'customer' : 'customers'}`}
        </Button>
        <Button onClick={onBack}>Back to the columns</Button>
      </div>
      {failed.length > 0 && (
        <>
          <ErrorTable errors={failed.flatMap(({ errors }) => errors)} />
          <RejectsButton
            read={() => Promise.resolve({ file_name: rejectsName(name), csv: rejectsCsv(table.head, failed) })}
          />
        </>
      )}
    </>
  );
}
