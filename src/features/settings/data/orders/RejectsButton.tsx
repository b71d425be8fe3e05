import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { saveFile } from '../../../../lib/save-file.ts';
import { readRejects } from './requests.ts';

/** Saves the rows that cannot be read, with the reasons. */
export function RejectsButton({ id }: { id: string }) {
  const [fault, setFault] = useState('');
  const download = async () => {
    const result = await readRejects(id);
    if (result.ok) saveFile(result.data.file_name, result.data.csv, 'text/csv;charset=utf-8');
    setFault(result.ok ? '' : 'The rows could not be downloaded. Try again when you are connected.');
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
