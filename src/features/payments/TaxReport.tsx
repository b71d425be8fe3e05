import { useCallback, useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { ArrowDownload20Regular, Print20Regular } from '@fluentui/react-icons';
import { getTaxReport } from '../../../contract/payments/report-calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { send } from '../../api/send.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { printReport } from '../../components/report/print-report.tsx';
import { money } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { fullDate } from '../../lib/wall-clock.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { rateLabel } from './labels.ts';
import css from './payments.module.css';
import { taxReportCsv } from './tax-report-csv.ts';

interface Props {
  /** The current business day. */
  today: string;
  restaurant: Restaurant;
  onClose: () => void;
}

/** Net, tax and gross by rate for a period. The server adds it up, because a device has the newest orders only. */
export function TaxReport({ today, restaurant, onClose }: Props) {
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [to, setTo] = useState(today);
  const read = useCallback(
    (signal: AbortSignal) => send(getTaxReport, { query: { from, to } }, { signal }),
    [from, to],
  );
  const { answer } = useServerData(read);
  const report = answer?.ok && answer.data.from === from && answer.data.to === to ? answer.data : null;
  const amount = (value: number) => money(value, report?.currency ?? 'GBP');
  const figures = report && (
    <>
      <table className={css.report}>
        <thead>
          <tr>
            <th scope="col">Rate</th>
            <th scope="col">Net</th>
            <th scope="col">Tax</th>
            <th scope="col">Gross</th>
          </tr>
        </thead>
        <tbody>
          {report.rates.map((rate) => (
            <tr key={rate.rate_bp}>
              <th scope="row">{rateLabel(rate.rate_bp, restaurant.tax_settings)}</th>
              <td>{amount(rate.net_amount)}</td>
              <td>{amount(rate.tax_amount)}</td>
              <td>{amount(rate.gross_amount)}</td>
            </tr>
          ))}
          <tr className="g-strong g-ink">
            <th scope="row">Total</th>
            <td>{amount(report.net_amount)}</td>
            <td>{amount(report.tax_amount)}</td>
            <td>{amount(report.gross_amount)}</td>
          </tr>
        </tbody>
      </table>
      <p className="g-text-13 g-soft">{amount(report.refunded_amount)} of sales refunded in the period.</p>
    </>
  );
  return (
    <SidePanel title="Tax report" summary="By tax rate, refunds deducted, without tips" onClose={onClose}>
      <div className="g-stack g-gap-16">
        <div className="g-grid g-pairs g-gap-12">
          <Field label="From">
            <Input type="date" value={from} max={to} onChange={(_event, data) => setFrom(data.value || from)} />
          </Field>
          <Field label="To">
            <Input type="date" value={to} min={from} max={today} onChange={(_event, data) => setTo(data.value || to)} />
          </Field>
        </div>
        {report ? (
          <>
            {figures}
            <div className="g-row g-gap-12">
              <Button
                icon={<ArrowDownload20Regular />}
                onClick={() => saveCsv(`tax ${from} ${to}.csv`, taxReportCsv(report, restaurant.tax_settings))}
              >
                Export
              </Button>
              <Button
                icon={<Print20Regular />}
                onClick={() =>
                  printReport({
                    title: 'Tax report',
                    period: `${fullDate(from)} to ${fullDate(to)}. Refunds deducted, without tips.`,
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
                ? 'The report needs internet: the server adds it up.'
                : `${Object.values(answer.error.field_errors ?? {})[0] ?? answer.error.message}.`}
          </p>
        )}
      </div>
    </SidePanel>
  );
}
