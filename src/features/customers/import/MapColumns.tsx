import { Button, Field, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { importColumns, type ImportColumn, type OnDuplicate } from '../../../../contract/customers/import-calls.ts';
import { placesOf, type ColumnPlaces } from '../../../../contract/customers/import-columns.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import css from '../../../components/import/import.module.css';
import { columnLabels } from './labels.ts';

interface Props {
  name: string;
  table: ImportTable;
  places: ColumnPlaces;
  onPlaces: (places: ColumnPlaces) => void;
  onDuplicate: OnDuplicate;
  onOnDuplicate: (choice: OnDuplicate) => void;
  onBack: () => void;
  onNext: () => void;
}

const EXAMPLES = 3;

/** Which column of the file is which, with what stands in it. */
export function MapColumns(props: Props) {
  const { name, table, places, onPlaces, onDuplicate, onOnDuplicate, onBack, onNext } = props;
  const { head, records } = table;
  const set = (column: ImportColumn, at: string) => {
    const { [column]: _, ...others } = places;
    onPlaces(at === '' ? others : { ...others, [column]: Number(at) });
  };
  const found = placesOf(head, places);
  const fault = 'fault' in found ? found.fault : null;
  return (
    <>
      <p className="g-soft">
        <bdi>{name}</bdi>: {records.length.toLocaleString('en-GB')} {records.length === 1 ? 'row' : 'rows'}. Say which
        column is which. What you do not choose is not imported.
      </p>
      <div className={`g-scroll-x ${css.scroll}`}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">In Galley</th>
              <th scope="col">In your file</th>
              <th scope="col">First rows</th>
            </tr>
          </thead>
          <tbody>
            {importColumns.map((column) => {
              const at = places[column];
              return (
                <tr key={column}>
                  <th scope="row">{columnLabels[column]}</th>
                  <td>
                    <Select
                      aria-label={`Column for ${columnLabels[column]}`}
                      value={at === undefined ? '' : String(at)}
                      onChange={(_event, data) => set(column, data.value)}
                    >
                      <option value="">Not in the file</option>
                      {head.map((heading, place) => (
                        // A heading may be there twice; its place tells the two apart.
                        <option key={place} value={place}>
                          {labelOf(head, heading, place)}
                        </option>
                      ))}
                    </Select>
                  </td>
                  <td className="g-soft">
                    <bdi>
                      {at !== undefined &&
                        records
                          .slice(0, EXAMPLES)
                          .map(({ cells }) => cells[at]?.trim())
                          .filter(Boolean)
                          .join(' · ')}
                    </bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Field label="When a customer is here already" hint="Found by the phone number, then by the e-mail address.">
        <RadioGroup
          value={onDuplicate}
          onChange={(_event, data) => onOnDuplicate(data.value === 'update' ? 'update' : 'skip')}
        >
          <Radio value="skip" label="Leave the customer as they are" />
          <Radio value="update" label="Update the customer with what the file says" />
        </RadioGroup>
      </Field>
      <p className="g-text-13 g-faint">
        Import only people who gave you their details for this. Marketing counts as allowed only where the file says so,
        and a customer who said no stays a no.
      </p>
      <p className="g-bad" aria-live="polite">
        {fault}
      </p>
      <div className="g-flex g-gap-8">
        <Button appearance="primary" disabled={fault !== null} onClick={onNext}>
          Check the file
        </Button>
        <Button onClick={onBack}>Choose another file</Button>
      </div>
    </>
  );
}

function labelOf(head: readonly string[], heading: string, place: number): string {
  const name = heading.trim() || `Column ${place + 1}`;
  const isTwice = head.some((other, at) => at !== place && other.trim() === heading.trim());
  return isTwice ? `${name} (column ${place + 1})` : name;
}
