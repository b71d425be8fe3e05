import type { Printer } from '../../../../contract/restaurant/rows.ts';
import { useSession } from '../../../session/session.ts';
import { choosePrinter } from '../../../session/this-printer.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { showNotSaved } from '../../../ui/page/toast.ts';
import css from '../../../components/settings/settings.module.css';

/** Which printer this device prints on. Kept on the device, at once. */
export function ThisPrinter({ printers }: { printers: readonly Printer[] }) {
  const { printer } = useSession();
  const isKnown = printers.some(({ id }) => id === printer);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="this-printer">
      <h2 className="g-group-title" id="this-printer">
        This device
      </h2>
      <SelectField
        name="this_printer"
        label="This device prints as"
        value={isKnown ? (printer ?? '') : ''}
        choices={[['', 'No printer'], ...printers.map(({ id, name }) => [id, name] as const)]}
        hint={
          printers.length === 0 ? 'Add a printer below and save it first.' : 'Orders accepted from now on print here.'
        }
        onChange={(id) => void choosePrinter(id || null).catch(showNotSaved('The printer was not chosen'))}
      />
      <p>
        Tickets print while Galley is open on this device, each once. To print without a dialog, connect a receipt
        printer in Chrome or Edge below.
      </p>
    </section>
  );
}
