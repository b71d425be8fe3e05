import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import type { ImportRejects } from '../../../contract/import/shapes.ts';
import { saveCsv } from '../../lib/save-file.ts';

/** Saves the rows that cannot be read, with the reasons. `read` gives null if it cannot. */
export function RejectsButton({ read }: { read: () => Promise<ImportRejects | null> }) {
  const [fault, setFault] = useState('');
  const download = async () => {
    const rejects = await read();
    if (rejects) saveCsv(rejects.file_name, rejects.csv);
    setFault(rejects ? '' : 'The rows could not be downloaded. Try again when you are connected.');
  };
  return (
    <div>
      <Button icon={<ArrowDownload20Regular />} onClick={() => void download()}>
        Download the rows with an error
      </Button>
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
    </div>
  );
}
