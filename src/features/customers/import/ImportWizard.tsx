import { useState } from 'react';
import { useLocation } from 'wouter';
import { CUSTOMER_IMPORT, type OnDuplicate } from '../../../../contract/customers/import-calls.ts';
import { asUtf8 } from '../../../../contract/csv-encoding.ts';
import { guessMapping, type ColumnPlaces } from '../../../../contract/customers/import-columns.ts';
import { readImportFile } from '../../../../contract/customers/import-rows.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { currentStore } from '../../../data/current.ts';
import { mutate } from '../../../data/mutate.ts';
import { keepFile } from '../../../files/kept-files.ts';
import { links } from '../../../links.ts';
import { importCustomers } from '../mutations.ts';
import { CheckStep } from './CheckStep.tsx';
import { openFile, type ChosenFile } from '../../../components/import/chosen-file.ts';
import { EncodingChoice } from '../../../components/import/EncodingChoice.tsx';
import { ChooseFile } from '../../../components/import/ChooseFile.tsx';
import { inSlices } from './in-slices.ts';
import { MapColumns } from './MapColumns.tsx';
import css from '../../../components/import/import.module.css';
import { clip } from '../../../../contract/clip.ts';

interface Chosen extends ChosenFile {
  table: ImportTable;
}

/** The steps before an import is sent. The file is read and checked on this device, so all of them work offline. */
export function ImportWizard({ restaurant }: { restaurant: Restaurant }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [places, setPlaces] = useState<ColumnPlaces>({});
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip');
  const [isChecking, setIsChecking] = useState(false);
  const [fault, setFault] = useState('');
  const [isReading, setIsReading] = useState(false);
  const [, navigate] = useLocation();

  const choose = async (file: File) => {
    setIsReading(true);
    setFault('');
    await read(await openFile(file, CUSTOMER_IMPORT.bytes));
    setIsReading(false);
  };
  const read = async (file: ChosenFile) => {
    const table = await inSlices(readImportFile(file.bytes, file.encoding));
    if (!table) return;
    if ('fault' in table) return setFault(table.fault);
    setChosen({ ...file, table });
    setPlaces(guessMapping(table.head));
  };
  const sendIt = async () => {
    if (!chosen) return;
    const kept = await keepFile(currentStore(), [{ type: 'text/csv', bytes: asUtf8(chosen.bytes, chosen.encoding) }]);
    if (kept.kind !== 'kept')
      return setFault(
        kept.kind === 'full'
          ? 'This device is full. Make some room, then try again.'
          : 'Too many files wait to be sent. Connect this device first.',
      );
    mutate(importCustomers, {
      body: {
        file_id: kept.id,
        file_name: clip(chosen.name, 200, ''),
        restaurant_id: restaurant.id,
        mapping: places,
        on_duplicate: onDuplicate,
      },
    });
    navigate(links.customers({ import: kept.id }), { replace: true });
  };

  return (
    <div className={`g-stack g-gap-16 ${css.wizard}`}>
      <Steps at={!chosen ? 0 : isChecking ? 2 : 1} />
      {!chosen && (
        <ChooseFile
          title="Drop your customer list here"
          limit="Up to 5 MB and 20,000 rows. In Excel, save it as CSV first."
          isReading={isReading}
          onChoose={(file) => void choose(file)}
        >
          A CSV file from your till, your booking system or a spreadsheet: names, phone numbers, e-mail addresses. You
          see what Galley makes of it before anything is stored.
        </ChooseFile>
      )}
      {chosen && !isChecking && (
        <>
          <EncodingChoice file={chosen} onFile={(next) => void read(next)} />
          <MapColumns
            name={chosen.name}
            table={chosen.table}
            places={places}
            onPlaces={setPlaces}
            onDuplicate={onDuplicate}
            onOnDuplicate={setOnDuplicate}
            onBack={() => setChosen(null)}
            onNext={() => setIsChecking(true)}
          />
        </>
      )}
      {chosen && isChecking && (
        <CheckStep
          name={chosen.name}
          table={chosen.table}
          places={places}
          onDuplicate={onDuplicate}
          countryCode={restaurant.country_code}
          onBack={() => setIsChecking(false)}
          onImport={() => void sendIt()}
        />
      )}
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
    </div>
  );
}

const steps = ['Choose a file', 'Match the columns', 'Check and import'];

function Steps({ at }: { at: number }) {
  return (
    <ol className={`g-flex g-wrap g-gap-16 g-text-13 ${css.steps}`} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index === at ? 'g-strong g-ink' : 'g-faint'}
          aria-current={index === at ? 'step' : undefined}
        >
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
