import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ORDER_IMPORT, type CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { asUtf8, guessEncoding, isGuessed, type Encoding } from '../../../../../contract/csv-encoding.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { ChooseFile } from '../../../../components/import/ChooseFile.tsx';
import { EncodingChoice } from '../../../../components/import/EncodingChoice.tsx';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { checkFile } from './requests.ts';

/** Sends a till's file to be checked; nothing is imported yet. */
export function ChooseOrders({ onChecked }: { onChecked: (checked: CheckedOrders) => void }) {
  const why = whyNot('account_data', useIsOnline());
  const [isReading, setIsReading] = useState(false);
  const [fault, setFault] = useState('');
  const [asked, setAsked] = useState<{ name: string; bytes: Uint8Array; encoding: Encoding } | null>(null);

  async function choose(file: File) {
    if (file.size > ORDER_IMPORT.bytes) return setFault('The file is larger than 10 MB. Import it in parts.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const encoding = guessEncoding(bytes);
    if (isGuessed(encoding)) setAsked({ name: file.name, bytes, encoding });
    else await check({ name: file.name, bytes, encoding });
  }

  async function check({ name, bytes, encoding }: NonNullable<typeof asked>) {
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
          <EncodingChoice {...asked} onEncoding={(encoding) => setAsked({ ...asked, encoding })} />
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
