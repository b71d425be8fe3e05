import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular, DocumentAdd20Regular } from '@fluentui/react-icons';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { CSV_TYPES, openFile, type ChosenFile } from '../../../components/import/chosen-file.ts';
import { EncodingChoice } from '../../../components/import/EncodingChoice.tsx';
import { usualTaxMode } from '../../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { currentDb } from '../../../data/current.ts';
import { newId } from '../../../data/ids.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { FilePicker } from '../../../ui/form/FilePicker.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { allItems, books, categories, modifierGroups } from '../queries.ts';
import { applyImport } from './apply-import.ts';
import css from './csv.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { menuCsv, type MenuRows } from './menu-csv.ts';
import { planImport, type MenuImport } from './plan-import.ts';
import { MENU_CSV, readMenuCsv } from './read-menu-csv.ts';

/** The whole menu as a CSV file, out and in. Both work offline: they read and change the rows of this device. */
export function CsvDialog({ restaurant, onClose }: { restaurant: Restaurant; onClose: () => void }) {
  const [fault, setFault] = useState('');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [plan, setPlan] = useState<MenuImport | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const name = file?.name ?? '';
  const changes = plan?.changes ?? [];
  const count = changes.length;

  const exportMenu = async () => {
    saveCsv('galley-menu-export.csv', menuCsv(await readRows(), restaurant.currency));
  };
  const choose = async (picked: File) => read(await openFile(picked, MENU_CSV.bytes));
  const read = async (next: ChosenFile) => {
    setFile(next);
    setPlan(null);
    const found = readMenuCsv(next.bytes, next.encoding);
    setFault('fault' in found ? found.fault : '');
    if (!('rows' in found)) return;
    const usual = { currency: restaurant.currency, tax_mode: usualTaxMode(restaurant) };
    setPlan(planImport(found.rows, await readRows(), usual, newId));
  };

  return (
    <FormDialog
      title="Import or export your menu"
      submitLabel={count === 0 ? 'Import' : `Import ${count} ${count === 1 ? 'change' : 'changes'}`}
      isDisabled={count === 0}
      onDo={() => {
        applyImport(changes);
        showToast({ title: `${count} ${count === 1 ? 'change' : 'changes'} imported from ${name}` });
        return true;
      }}
      onClose={onClose}
    >
      <p className="g-soft">
        Export all menus as a CSV file, change it in a spreadsheet and import it again. What the file does not name
        stays as it is.
      </p>
      <div className="g-flex g-wrap g-gap-8">
        <Button icon={<ArrowDownload20Regular />} onClick={() => void exportMenu()}>
          Export the menu
        </Button>
        <Button icon={<DocumentAdd20Regular />} onClick={() => picker.current?.click()}>
          Choose a CSV file
        </Button>
        <FilePicker ref={picker} accept={CSV_TYPES} label="CSV file" onChoose={(picked) => void choose(picked)} />
      </div>
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
      {file && <EncodingChoice file={file} onFile={(next) => void read(next)} />}
      {plan && <ImportPreview name={name} rows={[...plan.implied, ...plan.rows]} className={css.preview ?? ''} />}
    </FormDialog>
  );
}

async function readRows(): Promise<MenuRows> {
  const db = currentDb();
  const [allBooks, allCategories, items, groups] = await Promise.all([
    books(db),
    categories(db),
    allItems(db),
    modifierGroups(db),
  ]);
  return { books: allBooks, categories: allCategories, items, groups };
}
