import { useState } from 'react';
import { Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { exampleAmount, exponentOf, money, parseMoney } from '../../../lib/money.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { basisPointsOf } from '../../../components/fields/field-drafts.ts';
import css from './bulk.module.css';
import { formerPrices, newPrices, type PriceChange, priceLines, type Rounding } from './prices.ts';
import { saveBulk } from './save-bulk.ts';

interface Props {
  items: readonly MenuItem[];
  currency: string;
  onDone: () => void;
  onClose: () => void;
}

/** Prices of the preview; the others follow the same rule. */
const SHOWN = 100;

/** Raises or lowers many prices at once, with each price before and after. */
export function BulkPriceDialog({ items, currency, onDone, onClose }: Props) {
  const [kind, setKind] = useState<PriceChange['kind']>('percent');
  const [way, setWay] = useState<'raise' | 'lower'>('raise');
  const [typed, setTyped] = useState('');
  const [rounding, setRounding] = useState<Rounding>('none');
  const size = kind === 'percent' ? basisPointsOf(typed) : parseMoney(typed, currency);
  const change: PriceChange = { kind, by: (size ?? 0) * (way === 'raise' ? 1 : -1), rounding };
  const lines = items.flatMap((item) => priceLines(item, change, currency));
  const changed = lines.filter(({ before, after }) => before !== after);
  const isTyped = typed.trim() !== '';
  const show = (amount: number) => money(amount, currency);

  const save = () => {
    const edits = items.flatMap((item) => {
      const edit = newPrices(item, change, currency);
      return edit ? [{ edit, former: formerPrices(item, edit) }] : [];
    });
    if (edits.length === 0) return false;
    saveBulk(
      edits.map(({ edit }) => edit),
      edits.map(({ former }) => former),
      `${changed.length === 1 ? '1 price' : `${changed.length} prices`} changed`,
    );
    onDone();
    return true;
  };

  return (
    <FormDialog
      title={items.length === 1 ? `Price of ${items[0]?.name}` : `Prices of ${items.length} items`}
      submitLabel={changed.length === 1 ? 'Change 1 price' : `Change ${changed.length} prices`}
      isDisabled={changed.length === 0}
      onDo={save}
      onClose={onClose}
    >
      <div className={`g-grid g-gap-12 ${css.rule}`}>
        <RadioGroup
          layout="horizontal"
          aria-label="Raise or lower"
          value={way}
          onChange={(_event, data) => setWay(data.value as typeof way)}
        >
          <Radio value="raise" label="Raise" />
          <Radio value="lower" label="Lower" />
        </RadioGroup>
        <div className="g-grid g-gap-12 g-pairs">
          <Field
            label="By"
            validationState={isTyped && size === null ? 'error' : 'none'}
            validationMessage={isTyped && size === null ? wrongWords(kind, currency) : undefined}
          >
            <Input
              inputMode="decimal"
              value={typed}
              placeholder={kind === 'percent' ? '5' : exampleAmount(currency, 0.5)}
              onChange={(_event, data) => setTyped(data.value)}
            />
          </Field>
          <Field label="In">
            <Select value={kind} onChange={(_event, data) => setKind(data.value as typeof kind)}>
              <option value="percent">Percent</option>
              <option value="amount">{currency}</option>
            </Select>
          </Field>
        </div>
        <Field label="Round to">
          <Select value={rounding} onChange={(_event, data) => setRounding(data.value as Rounding)}>
            {roundings(currency).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className={css.preview} role="region" aria-label="Prices before and after">
        <table>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(({ key, name, before, after }) => (
              <tr key={key} className={before === after ? css.same : undefined}>
                <th scope="row">{name}</th>
                <td>{show(before)}</td>
                <td>{show(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="g-text-13 g-soft" aria-live="polite">
        {lines.length > SHOWN && `The first ${SHOWN} of ${lines.length} prices. `}
        {isTyped && changed.length < lines.length && `${lines.length - changed.length} stay as they are. `}
        Orders that were taken keep their prices.
      </p>
    </FormDialog>
  );
}

const wrongWords = (kind: PriceChange['kind'], currency: string) =>
  kind === 'percent'
    ? 'Enter a percentage up to 100, such as 5 or 2.5.'
    : `Enter an amount in ${currency}, such as ${exampleAmount(currency, 0.5)}.`;

/** The choices, with the prices of this currency as examples. */
function roundings(currency: string): [Rounding, string][] {
  const hundredth = Math.max(1, 10 ** exponentOf(currency) / 100);
  const show = (hundredths: number) => money(hundredths * hundredth, currency);
  return [
    ['none', 'No rounding'],
    ['step-5', `The nearest ${show(5)}`],
    ['step-10', `The nearest ${show(10)}`],
    ['step-50', `The nearest ${show(50)}`],
    ['ninety-nine', `Ending as ${show(1099)} does`],
  ];
}
