import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { changeLabel, quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import { fromThousandths, toThousandths } from '../../../contract/inventory/stock.ts';
import { mutate } from '../../data/mutate.ts';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { unitLabels } from './labels.ts';
import { moveStock } from './mutations.ts';
import css from './panel.module.css';
import { readQuantity } from './quantity-text.ts';
import type { StockRow } from './queries.ts';

const empty = { text: '' };

interface Props {
  /** What is counted, in this order; later changes of the list do not reorder it. */
  rows: readonly StockRow[];
  onClose: () => void;
}

/** One count after the other, walking along the shelves. Each is stored as it is entered, also offline. */
export function StockTake({ rows, onClose }: Props) {
  const [queue] = useState(rows);
  const [at, setAt] = useState(0);
  const form = useDraftForm(empty, ({ text }) => {
    const counted = readQuantity(text);
    return counted === null ? { wrong: 'text' } : { values: { counted } };
  });
  const [found, setFound] = useState<{ row: StockRow; counted: string; difference: string }[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const row = queue[at];

  const go = (to: number) => {
    setAt(to);
    form.restart(empty);
    field.current?.focus();
  };
  const save = () => {
    const values = form.check();
    if (!row || !values) return;
    const { counted } = values;
    const expected = rows.find(({ id }) => id === row.id)?.item.quantity ?? row.item.quantity;
    const difference = fromThousandths(toThousandths(counted) - toThousandths(expected));
    mutate(moveStock, { path: { id: row.id }, body: { movement_type: 'recount', counted_quantity: counted } });
    setFound([...found.filter((one) => one.row.id !== row.id), { row, counted, difference }]);
    go(at + 1);
  };

  if (!row) return <Summary found={found} total={queue.length} onClose={onClose} onBack={() => go(0)} />;
  return (
    <SidePanel
      title="Count stock"
      summary={`${at + 1} of ${queue.length}`}
      onClose={onClose}
      footer={
        <>
          <Button className={css.step} disabled={at === 0} onClick={() => go(at - 1)}>
            Back
          </Button>
          <Button className={css.step} onClick={() => go(at + 1)}>
            Skip
          </Button>
          <Button appearance="primary" className={css.wide} onClick={save}>
            Save and next
          </Button>
        </>
      }
    >
      <form
        noValidate
        className={css.counting}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <progress value={at} max={queue.length} aria-label="Items counted" />
        <div>
          <h3>{row.name}</h3>
          <p className="g-soft">
            {[row.item.sku, row.item.supplier_name, `Expected: ${quantityLabel(row.item.quantity, row.item.unit)}`]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <label className="g-stack g-gap-8">
          <span className="g-strong">Counted ({unitLabels[row.item.unit].toLowerCase()})</span>
          <input
            ref={field}
            className="g-input"
            inputMode="decimal"
            enterKeyHint="next"
            autoComplete="off"
            value={form.draft.text}
            aria-invalid={form.wrong !== null}
            onChange={({ target }) => form.set({ text: target.value })}
          />
          {form.wrong !== null && (
            <span className="g-bad" role="alert">
              Enter a number such as 2 or 0.75.
            </span>
          )}
        </label>
      </form>
    </SidePanel>
  );
}

interface SummaryProps {
  found: { row: StockRow; counted: string; difference: string }[];
  total: number;
  onClose: () => void;
  onBack: () => void;
}

function Summary({ found, total, onClose, onBack }: SummaryProps) {
  const off = found.filter(({ difference }) => difference !== '0');
  return (
    <SidePanel
      title="Count finished"
      summary={`${found.length} of ${total} counted, ${off.length} differed`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack}>Count again</Button>
          <Button appearance="primary" className={css.wide} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {off.length === 0 && <p className="g-soft g-pad-y-8">Everything that was counted is as expected.</p>}
      <ol className={css.history} aria-label="Differences">
        {off.map(({ row, counted, difference }) => (
          <li key={row.id}>
            <span className="g-strong g-break">{row.name}</span>
            <b className={`g-digits ${difference.startsWith('-') ? 'g-bad' : 'g-ok'}`}>
              {changeLabel(difference, row.item.unit)}
            </b>
            <i className="g-digits g-faint">{quantityLabel(counted, row.item.unit)}</i>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}
