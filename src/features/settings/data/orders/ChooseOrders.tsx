import { useState } from 'react';
import { ORDER_IMPORT, type CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { ChooseFile } from '../../../../components/import/ChooseFile.tsx';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { checkFile } from './requests.ts';

/** Sends a till's file to be checked; nothing is imported yet. */
export function ChooseOrders({ onChecked }: { onChecked: (checked: CheckedOrders) => void }) {
  const why = whyNot('account_data', useIsOnline());
  const [isReading, setIsReading] = useState(false);
  const [fault, setFault] = useState('');

  async function check(file: File) {
    if (file.size > ORDER_IMPORT.bytes) return setFault('The file is larger than 10 MB. Import it in parts.');
    setFault('');
    setIsReading(true);
    const result = await checkFile(file);
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
        onChoose={(file) => void check(file)}
      >
        A CSV file with a row for each dish that was sold: order number, date, item, quantity, price. You see what
        Galley makes of it before anything is stored.
      </ChooseFile>
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
    </>
  );
}
