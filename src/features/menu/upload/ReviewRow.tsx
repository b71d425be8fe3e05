import { Button, Checkbox, Input, Select } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { money } from '../../../lib/money.ts';
import { classes } from '../../../ui/classes.ts';
import { isReady, type Comparison, type ReviewEntry } from './review-entries.ts';
import css from './upload.module.css';

interface Props {
  entry: ReviewEntry;
  present: { kind: Comparison; item: MenuItem | null };
  isDoubtful: boolean;
  isChosen: boolean;
  currency: string;
  categories: string[];
  onChoose: () => void;
  onEdit: (change: Partial<ReviewEntry>) => void;
  onRemove: () => void;
}

/** One dish that was read. What it says can be put right; where it stands in the picture is marked when it has the focus. */
export function ReviewRow({
  entry,
  present,
  isDoubtful,
  isChosen,
  currency,
  categories,
  onChoose,
  onEdit,
  onRemove,
}: Props) {
  const isWrong = !isReady(entry, currency);
  const isSame = present.kind === 'same';
  const editSize = (at: number, change: Partial<ReviewEntry['sizes'][number]>) =>
    onEdit({ sizes: entry.sizes.map((one, i) => (i === at ? { ...one, ...change } : one)), isSelected: true });
  return (
    <li className={`${css.row} ${isChosen ? css.chosen : ''}`}>
      <Checkbox
        onFocus={onChoose}
        checked={entry.isSelected && !isSame && !isWrong}
        disabled={isSame || isWrong}
        aria-label={`Add ${entry.name}`}
        onChange={(_event, data) => onEdit({ isSelected: data.checked === true })}
      />
      <div className={css.fields}>
        <Input
          onFocus={onChoose}
          className={classes(css.name, entry.sizes.length > 0 && css.wide)}
          aria-label="Name"
          value={entry.name}
          maxLength={160}
          onChange={(_event, data) => onEdit({ name: data.value, isSelected: true })}
        />
        {entry.sizes.length === 0 && (
          <Input
            onFocus={onChoose}
            className={css.price}
            aria-label={`Price of ${entry.name}`}
            inputMode="decimal"
            value={entry.price}
            placeholder="Price"
            onChange={(_event, data) => onEdit({ price: data.value, isSelected: true })}
          />
        )}
        {entry.sizes.length > 0 && (
          <ul className={css.sizes} aria-label={`Sizes of ${entry.name}`}>
            {entry.sizes.map((size, at) => (
              // By its place: while its name is typed, the field stays the same.
              <li key={at}>
                <Input
                  onFocus={onChoose}
                  aria-label={`Size ${at + 1} of ${entry.name}`}
                  value={size.name}
                  maxLength={80}
                  onChange={(_event, data) => editSize(at, { name: data.value })}
                />
                <Input
                  onFocus={onChoose}
                  className={css.price}
                  aria-label={`Price of ${entry.name}, ${size.name}`}
                  inputMode="decimal"
                  value={size.price}
                  placeholder="Price"
                  onChange={(_event, data) => editSize(at, { price: data.value })}
                />
              </li>
            ))}
          </ul>
        )}
        <Input
          onFocus={onChoose}
          className={css.description}
          aria-label={`Description of ${entry.name}`}
          appearance="filled-lighter"
          value={entry.description}
          maxLength={2000}
          placeholder="Description"
          onChange={(_event, data) => onEdit({ description: data.value })}
        />
        <Select
          onFocus={onChoose}
          className={css.where}
          aria-label={`Category of ${entry.name}`}
          value={entry.category}
          onChange={(_event, data) => onEdit({ category: data.value })}
        >
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        <p className={`g-text-13 ${css.state}`}>
          {isWrong && <span className="g-bad">{faultOf(entry)} </span>}
          {isDoubtful && (
            <span className="g-warn g-strong">{`Check this: ${Math.round(entry.confidence * 100)} % sure. `}</span>
          )}
          {isDoubtful && entry.second && (
            <span>
              A second reading has <bdi>{secondWords(entry.second, currency)}</bdi>.{' '}
            </span>
          )}
          {present.kind === 'same' && <span className="g-faint">On your menu already.</span>}
          {present.kind === 'price' && (
            <span className="g-info">{`On your menu for ${pricesOf(present.item!)}: tick to change the price.`}</span>
          )}
        </p>
      </div>
      <Button appearance="subtle" icon={<Delete20Regular />} aria-label={`Remove ${entry.name}`} onClick={onRemove} />
    </li>
  );
}

const faultOf = ({ name, sizes }: ReviewEntry) => {
  if (name.trim() === '') return 'Enter a name.';
  return sizes.length > 0 ? 'Enter a name and a valid price for each size.' : 'Enter a valid price.';
};

/** Both readings are shown: the other one stands in the fields. */
function secondWords(
  { name, price_amount: amount, variants }: NonNullable<ReviewEntry['second']>,
  currency: string,
): string {
  if (variants.length > 0) return `“${name}”, ${sizesOf(variants, currency)}`;
  return amount === null ? `“${name}”` : `“${name}”, ${money(amount, currency)}`;
}

function pricesOf({ variants = [], price_amount, currency }: MenuItem): string {
  if (variants.length === 0) return money(price_amount, currency);
  return sizesOf(variants, currency);
}

const sizesOf = (variants: { name: string; price_amount: number }[], currency: string): string =>
  variants.map((one) => `${money(one.price_amount, currency)} (${one.name})`).join(', ');
