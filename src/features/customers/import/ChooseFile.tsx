import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { DocumentAdd20Regular } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import css from './import.module.css';

interface Props {
  isReading: boolean;
  onChoose: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function ChooseFile({ isReading, onChoose }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | undefined) => file && onChoose(file);
  return (
    <div
      className={classes('g-stack g-gap-12 g-centered g-round-12', css.drop, isOver && css.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <p className="g-text-16 g-strong">Drop your customer list here</p>
      <p className="g-soft">
        A CSV file from your till, your booking system or a spreadsheet: names, phone numbers, e-mail addresses. You see
        what Galley makes of it before anything is stored.
      </p>
      <div>
        <Button
          appearance="primary"
          size="large"
          icon={<DocumentAdd20Regular />}
          disabledFocusable={isReading}
          onClick={() => picker.current?.click()}
        >
          {isReading ? 'Reading …' : 'Choose a file'}
        </Button>
      </div>
      <p className="g-text-13 g-faint">Up to 5 MB and 20,000 rows. In Excel, save it as CSV first.</p>
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again after it was mended.
          event.target.value = '';
        }}
      />
    </div>
  );
}
