import { Button, Checkbox } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { foldName } from '../../../../contract/names.ts';
import type { Printer, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { fieldLabels } from '../field-labels.ts';
import { saveService } from '../mutations.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';
import { NumberField } from './NumberField.tsx';
import { ThisPrinter } from './ThisPrinter.tsx';

interface Printers {
  printers: Printer[];
}

const widths = [58, 80] as const;
const kinds: [Printer['auto_print'][number], string][] = [
  ['kitchen', 'Kitchen ticket when an order is accepted'],
  ['receipt', 'Receipt when an order is completed'],
];

/** The ticket printers of the restaurant, and which of them this device prints on. */
export function PrintersTab({ restaurant }: { restaurant: Restaurant }) {
  return (
    <>
      <ThisPrinter printers={restaurant.printers ?? []} />
      <SettingsForm<Printers>
        name={`${restaurant.id}.printers`}
        what="printers"
        saved={{ printers: restaurant.printers ?? [] }}
        labels={{ printers: fieldLabels.printers }}
        faultsOf={faultsOf}
        onSave={(changed) => mutate(saveService, { body: { restaurant_id: restaurant.id, ...changed } })}
      >
        {({ shown: { printers }, errors, edit }) => {
          const set = (id: string, change: Partial<Printer>) =>
            edit({ printers: printers.map((one) => (one.id === id ? { ...one, ...change } : one)) });
          return (
            <section className={`g-group ${css.card}`} aria-labelledby="printers-title">
              <h2 className="g-group-title" id="printers-title">
                Printers
              </h2>
              {printers.length === 0 && <p className="g-soft">No printers yet.</p>}
              {printers.map((printer, at) => (
                <div key={printer.id} className="g-stack g-gap-8" role="group" aria-label={nameOf(printer, at)}>
                  <div className={css.line}>
                    <TextField
                      label="Name"
                      value={printer.name}
                      maxLength={60}
                      placeholder="Kitchen"
                      error={errors[`${printer.id}.name`] ?? null}
                      onChange={(name) => set(printer.id, { name })}
                    />
                    <SelectField
                      name={`${printer.id}.width`}
                      label="Paper"
                      value={String(printer.paper_width)}
                      choices={widths.map((width) => [String(width), `${width} mm`] as const)}
                      onChange={(value) => set(printer.id, { paper_width: value === '58' ? 58 : 80 })}
                    />
                    <NumberField
                      name={`${printer.id}.copies`}
                      label="Copies"
                      value={printer.copies}
                      error={errors[`${printer.id}.copies`] ?? null}
                      onChange={(copies) => set(printer.id, { copies: copies ?? Number.NaN })}
                    />
                    <Button
                      appearance="subtle"
                      icon={<Delete20Regular />}
                      aria-label={`Remove ${nameOf(printer, at)}`}
                      onClick={() => edit({ printers: printers.filter(({ id }) => id !== printer.id) })}
                    />
                  </div>
                  {kinds.map(([kind, label]) => (
                    <Checkbox
                      key={kind}
                      label={label}
                      checked={printer.auto_print.includes(kind)}
                      onChange={(_event, { checked }) =>
                        set(printer.id, {
                          auto_print: kinds.flatMap(([one]) =>
                            (one === kind ? checked : printer.auto_print.includes(one)) ? [one] : [],
                          ),
                        })
                      }
                    />
                  ))}
                </div>
              ))}
              <Button
                className={css.start}
                icon={<Add20Regular />}
                disabled={printers.length >= 20}
                onClick={() =>
                  edit({
                    printers: [
                      ...printers,
                      { id: newId(), name: '', paper_width: 80, auto_print: ['kitchen'], copies: 1 },
                    ],
                  })
                }
              >
                Add a printer
              </Button>
            </section>
          );
        }}
      </SettingsForm>
    </>
  );
}

const nameOf = ({ name }: Printer, at: number) => name || `printer ${at + 1}`;

function faultsOf({ printers }: Printers): Record<string, string> {
  const faults: Record<string, string> = {};
  const names = new Set<string>();
  for (const { id, name, copies } of printers) {
    const folded = foldName(name);
    if (folded === '') faults[`${id}.name`] = 'Required';
    else if (names.has(folded)) faults[`${id}.name`] = 'Two printers have this name';
    if (!(copies >= 1 && copies <= 5)) faults[`${id}.copies`] = 'Enter a number from 1 to 5';
    names.add(folded);
  }
  return faults;
}
