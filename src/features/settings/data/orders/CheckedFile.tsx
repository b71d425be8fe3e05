import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { getOrderImportRejects, type CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { readRejects } from '../../../../api/use-import.ts';
import { whyNot } from '../../../../api/online-reasons.ts';
import { ErrorTable } from '../../../../components/import/ErrorTable.tsx';
import { RejectsButton } from '../../../../components/import/RejectsButton.tsx';
import css from '../../../../components/import/import.module.css';
import { KeyValueList } from '../../../../components/KeyValueList.tsx';
import { count as n } from '../../../../lib/count.ts';
import { money } from '../../../../lib/money.ts';
import { shortDate } from '../../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { useMinute } from '../../../../ui/use-minute.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { columnLabels } from './labels.ts';
import { Remarks } from './Remarks.tsx';
import { startImport } from './requests.ts';

interface Props {
  checked: CheckedOrders;
  onStarted: (id: string) => void;
  onBack: () => void;
}

/** What the import of a file would do, before anything is stored. */
export function CheckedFile({ checked, onStarted, onBack }: Props) {
  const why = whyNot('account_data', useIsOnline());
  const whyId = useId();
  const restaurant = useRestaurant();
  const now = useMinute();
  const [isStarting, setIsStarting] = useState(false);
  const [fault, setFault] = useState('');
  const { orders_added: fresh, orders_completed: grown } = checked;
  const all = fresh + grown;
  const dateOf = (at: string | null) => restaurant && at && shortDate(at, restaurant.timezone, now);
  const isIdle = !isStarting && why === null;

  async function start() {
    setIsStarting(true);
    const result = await startImport(checked.import_id);
    setIsStarting(false);
    if (!result.ok) return setFault(failureText(result));
    onStarted(checked.import_id);
  }

  return (
    <div className="g-stack g-narrow g-gap-16">
      <p className="g-strong">
        <bdi>{checked.file_name}</bdi>
      </p>
      <KeyValueList
        pairs={{
          'Orders in the file': n(checked.orders),
          Dishes: n(checked.dishes),
          'In all': money(checked.total_amount, checked.currency),
          'First order': dateOf(checked.first_order_at),
          'Last order': dateOf(checked.last_order_at),
          'New orders': n(fresh),
          'Here already, lines will be added': grown > 0 && n(grown),
          'Here already, will be skipped': n(checked.orders_skipped + checked.orders_joined),
          'Rows that cannot be read, left out': n(checked.failed),
        }}
      />
      <Columns checked={checked} />
      <FirstRows checked={checked} />
      <Remarks remarks={checked.remarks} />
      {checked.errors.length > 0 && (
        <>
          <ErrorTable errors={checked.errors} />
          <RejectsButton read={() => readRejects(getOrderImportRejects, checked.import_id)} />
        </>
      )}
      <div className="g-flex g-wrap g-gap-8">
        <Button
          appearance="primary"
          aria-describedby={whyId}
          disabledFocusable={!isIdle || all === 0}
          onClick={() => isIdle && all > 0 && void start()}
        >
          {all === 0 ? 'Nothing to import' : `Import ${n(all)} ${all === 1 ? 'order' : 'orders'}`}
        </Button>
        <Button onClick={onBack}>Choose another file</Button>
      </div>
      <p id={whyId} className={why === null ? 'g-bad' : 'g-warn'} aria-live="polite">
        {why ?? fault}
      </p>
    </div>
  );
}

function Columns({ checked: { columns, other_columns: others } }: Pick<Props, 'checked'>) {
  return (
    <div>
      <h4 className="g-strong g-below-8">Columns</h4>
      <KeyValueList
        pairs={{
          ...Object.fromEntries(
            columns.map(({ field }) => [
              columnLabels[field],
              columns.flatMap((one) => (one.field === field ? [one.heading] : [])).join(', '),
            ]),
          ),
          'Not read': others.join(', '),
        }}
      />
    </div>
  );
}

/** As they are in the file. */
function FirstRows({ checked: { head, first_rows: rows } }: Pick<Props, 'checked'>) {
  return (
    // The table scrolls sideways, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`g-scroll-x g-narrow ${css.scroll}`} tabIndex={0} role="region" aria-label="First rows">
      <table className={css.table}>
        <caption className="g-text-start g-strong">First rows</caption>
        <thead>
          <tr>
            {head.map((heading, at) => (
              // Two columns may have one heading.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                <bdi>{heading}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {head.map((_, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>
                  <bdi>{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
