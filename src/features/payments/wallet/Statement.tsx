import { useCallback, useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { ArrowDownload20Regular, Print20Regular } from '@fluentui/react-icons';
import type { RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { useServerData } from '../../../api/use-server-data.ts';
import { printReport } from '../../../components/report/print-report.tsx';
import { money } from '../../../lib/money.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { dateLabel, dateOf, fullDate } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { readStatement } from './read-statement.ts';
import { entryLabels, statementCsv } from './statement-csv.ts';
import css from './wallet.module.css';

interface Props {
  /** The current business day. */
  today: string;
  clock: RestaurantClock;
  onClose: () => void;
}

/** The wallet's entries of a period with opening and closing balance, to keep as CSV or on paper. */
export function Statement({ today, clock, onClose }: Props) {
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [to, setTo] = useState(today);
  const read = useCallback((signal: AbortSignal) => readStatement({ from, to }, signal), [from, to]);
  const { answer } = useServerData(read);
  const statement = answer?.ok && answer.data.sums.from === from && answer.data.sums.to === to ? answer.data : null;
  const restaurant = useRestaurant();
  const amount = (value: number) => money(value, statement?.sums.currency ?? 'GBP');
  const figures = statement && (
    <table className={css.statement}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Entry</th>
          <th scope="col">Amount</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{dateLabel(from, today)}</td>
          <th scope="row" colSpan={2}>
            Opening balance
          </th>
          <td>{amount(statement.sums.opening_balance)}</td>
        </tr>
        {statement.entries.map((entry) => (
          <tr key={entry.id}>
            <td className="g-nowrap">{dateLabel(dateOf(entry.effective_at, clock.timezone), today)}</td>
            <th scope="row">{entryLabels[entry.entry_type]}</th>
            <td>{amount(entry.amount)}</td>
            <td>{amount(entry.balance_after)}</td>
          </tr>
        ))}
        <tr className="g-strong g-ink">
          <td>{dateLabel(to, today)}</td>
          <th scope="row" colSpan={2}>
            Closing balance
          </th>
          <td>{amount(statement.sums.closing_balance)}</td>
        </tr>
      </tbody>
    </table>
  );
  return (
    <SidePanel title="Statement" summary="The wallet at the payment provider" onClose={onClose}>
      <div className="g-stack g-gap-16">
        <div className="g-grid g-pairs g-gap-12">
          <Field label="From">
            <Input type="date" value={from} max={to} onChange={(_event, data) => setFrom(data.value || from)} />
          </Field>
          <Field label="To">
            <Input type="date" value={to} min={from} max={today} onChange={(_event, data) => setTo(data.value || to)} />
          </Field>
        </div>
        {statement ? (
          <>
            {figures}
            <div className="g-row g-gap-12">
              <Button
                icon={<ArrowDownload20Regular />}
                onClick={() => saveCsv(`statement ${from} ${to}.csv`, statementCsv(statement, clock))}
              >
                Export
              </Button>
              <Button
                icon={<Print20Regular />}
                onClick={() =>
                  restaurant &&
                  printReport({
                    title: 'Wallet statement',
                    period: `${fullDate(from)} to ${fullDate(to)}`,
                    restaurant,
                    content: figures,
                  })
                }
              >
                Print
              </Button>
            </div>
          </>
        ) : (
          <p className="g-soft" role="status">
            {answer === null || answer.ok
              ? 'Loading'
              : answer.kind === 'offline'
                ? 'The statement needs internet: the server keeps the books.'
                : `${Object.values(answer.error.field_errors ?? {})[0] ?? answer.error.message}.`}
          </p>
        )}
      </div>
    </SidePanel>
  );
}
