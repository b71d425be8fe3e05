import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { DocumentAdd20Regular } from '@fluentui/react-icons';
import { classes } from '../../ui/classes.ts';
import { FilePicker } from '../../ui/form/FilePicker.tsx';
import { CSV_TYPES } from './chosen-file.ts';
import css from './import.module.css';

interface Props {
  title: string;
  /** What the file may be. */
  children: ReactNode;
  limit: string;
  /** Why no file can be chosen now. */
  why?: string | null;
  isReading: boolean;
  onChoose: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function ChooseFile({ title, children, limit, why = null, isReading, onChoose }: Props) {
  const hintId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | undefined) => file && why === null && onChoose(file);
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
      <p className="g-text-16 g-strong">{title}</p>
      <p className="g-soft">{children}</p>
      <div>
        <Button
          appearance="primary"
          icon={<DocumentAdd20Regular />}
          aria-describedby={hintId}
          disabledFocusable={isReading || why !== null}
          onClick={() => !isReading && why === null && picker.current?.click()}
        >
          {isReading ? 'Reading …' : 'Choose a file'}
        </Button>
      </div>
      <p id={hintId} className={`g-text-13 ${why === null ? 'g-faint' : 'g-warn'}`}>
        {why ?? limit}
      </p>
      <FilePicker ref={picker} accept={CSV_TYPES} label="CSV file" onChoose={take} />
    </div>
  );
}
