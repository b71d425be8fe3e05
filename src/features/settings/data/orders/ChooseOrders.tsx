import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ORDER_IMPORT, type CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { asUtf8 } from '../../../../../contract/csv-encoding.ts';
import { tooLarge } from '../../../../../contract/import/read-table.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { ChooseFile } from '../../../../components/import/ChooseFile.tsx';
import { openFile, type ChosenFile } from '../../../../components/import/chosen-file.ts';
import { EncodingChoice } from '../../../../components/import/EncodingChoice.tsx';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { checkFile } from './requests.ts';

/** Sends a till's file to be checked; nothing is imported yet. */
export function ChooseOrders({ onChecked }: { onChecked: (checked: CheckedOrders) => void }) {
  const why = whyNot('account_data', useIsOnline());
  const [isReading, setIsReading] = useState(false);
  const [fault, setFault] = useState('');
  const [asked, setAsked] = useState<ChosenFile | null>(null);

  async function choose(file: File) {
    if (file.size > ORDER_IMPORT.bytes) return setFault(tooLarge(ORDER_IMPORT.bytes));
    const chosen = await openFile(file, ORDER_IMPORT.bytes);
    if (chosen.isGuess) setAsked(chosen);
    else await check(chosen);
  }

  async function check({ name, bytes, encoding }: ChosenFile) {
    setAsked(null);
    setFault('');
    setIsReading(true);
    const result = await checkFile(name, asUtf8(bytes, encoding));
    setIsReading(false);
    if (!result.ok) return setFault(failureText(result));
    onChecked(result.data);
  }

  return (
    <>
      <ChooseFile
        title="Drop the file of your till here"
        limit="Up to 10 MB, larger ones in parts. In Excel, save it as CSV first."
        why={why}
        isReading={isReading}
        onChoose={(file) => void choose(file)}
      >
        A CSV file with a row for each dish that was sold: order number, date, item, quantity, price. You see what
        Galley makes of it before anything is stored.
      </ChooseFile>
      {asked && (
        <>
          <EncodingChoice file={asked} onFile={setAsked} />
          <div>
            <Button appearance="primary" onClick={() => void check(asked)}>
              The letters are right
            </Button>
          </div>
        </>
      )}
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
    </>
  );
}
