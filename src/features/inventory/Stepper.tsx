import { Add20Regular, Subtract20Regular } from '@fluentui/react-icons';
import { quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import { toThousandths } from '../../../contract/inventory/stock.ts';
import { mutate } from '../../data/mutate.ts';
import css from './inventory.module.css';
import { moveStock } from './mutations.ts';
import type { StockRow } from './queries.ts';

interface Props {
  row: StockRow;
  /** Why stock cannot be changed; null: it can. */
  isLarge?: boolean;
  /** Taking one would leave less than nothing: then it has to be counted. */
  onEmpty: () => void;
}

/** One more or one less, at once: each press is a correction by one. */
export function Stepper({ row: { item, name }, isLarge = false, onEmpty }: Props) {
  const stock = toThousandths(item.quantity);
  const move = (quantity_change: string) =>
    mutate(moveStock, { path: { id: item.id }, body: { movement_type: 'adjustment', quantity_change } });
  return (
    <span className={`g-inline g-gap-4 ${css.stepper} ${isLarge ? css.large : ''}`}>
      <button
        type="button"
        className="g-icon g-square g-edge g-round-8 g-hover g-ink"
        aria-label={`One less: ${name}`}
        onClick={() => (stock < 1000 ? onEmpty() : move('-1'))}
      >
        <Subtract20Regular />
      </button>
      <b
        className={`g-digits g-nowrap ${item.stock_status === 'out' ? 'g-bad' : 'g-ink'}`}
        data-quantity={item.quantity}
      >
        {quantityLabel(item.quantity, item.unit)}
      </b>
      <button
        type="button"
        className="g-icon g-square g-edge g-round-8 g-hover g-ink"
        aria-label={`One more: ${name}`}
        onClick={() => move('1')}
      >
        <Add20Regular />
      </button>
    </span>
  );
}
