import { useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { Print20Regular } from '@fluentui/react-icons';
import { businessDayRange } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { printReport } from '../../components/report/print-report.tsx';
import { money, parseMoney } from '../../lib/money.ts';
import { dateLabel, fullDate } from '../../lib/wall-clock.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { dayReport, expectedCash } from './day-report.ts';
import { methodName } from './labels.ts';
import css from './payments.module.css';
import type { ShownPayment } from './queries.ts';

interface Props {
  payments: readonly ShownPayment[];
  restaurant: Restaurant;
  /** The current business day. */
  today: string;
  onClose: () => void;
}

/** The takings of a business day by method, and whether the till agrees. From this device's rows, so it works offline. */
export function CashReport({ payments, restaurant, today, onClose }: Props) {
  const [day, setDay] = useState(today);
  const [countedText, setCountedText] = useState('');
  const { timezone, business_day_cutoff_time: cutoff, currency } = restaurant;
  const report = dayReport(payments, businessDayRange(day, timezone, cutoff));
  const amount = (value: number) => money(value, currency);
  const expected = expectedCash(report);
  const counted = parseMoney(countedText, currency);
  const figures =
    report.length === 0 ? (
      <p className="g-soft">No payments on this day.</p>
    ) : (
      <table className={css.report}>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Payments</th>
            <th scope="col">Taken</th>
            <th scope="col">Refunded</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {report.map(({ method, count, taken, tips, refunded }) => (
            <tr key={method}>
              <th scope="row">
                {methodName(method)}
                {tips > 0 && <span className="g-remark"> tips {amount(tips)}</span>}
              </th>
              <td>{count}</td>
              <td>{amount(taken)}</td>
              <td>{amount(refunded)}</td>
              <td className="g-strong g-ink">{amount(taken - refunded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  const verdict = counted === null ? null : difference(counted - expected, amount);
  return (
    <SidePanel title="Cash report" summary={`Business day of ${dateLabel(day, today)}`} onClose={onClose}>
      <div className="g-stack g-gap-16">
        <Field label="Business day">
          <Input type="date" value={day} max={today} onChange={(_event, data) => setDay(data.value || today)} />
        </Field>
        {figures}
        <Field label="Cash counted, without the float" hint={`${amount(expected)} should be there.`}>
          <Input value={countedText} inputMode="decimal" onChange={(_event, data) => setCountedText(data.value)} />
        </Field>
        <p className="g-text-16 g-strong" role="status">
          {verdict}
        </p>
        <Button
          icon={<Print20Regular />}
          onClick={() =>
            printReport({
              title: 'Cash report',
              period: `Business day of ${fullDate(day)}`,
              restaurant,
              content: (
                <>
                  {figures}
                  <p>Cash expected, without the float: {amount(expected)}</p>
                  {counted !== null && (
                    <p>
                      Cash counted: {amount(counted)}. {verdict}
                    </p>
                  )}
                </>
              ),
            })
          }
        >
          Print
        </Button>
      </div>
    </SidePanel>
  );
}

function difference(cents: number, amount: (value: number) => string): string {
  if (cents === 0) return 'The till is right.';
  return cents > 0 ? `${amount(cents)} too much` : `${amount(-cents)} missing`;
}
