import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { history } from '../../../contract/subscriptions/calls.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { money } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { dateLabel, dateOf } from '../../lib/wall-clock.ts';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import css from '../../components/settings/settings.module.css';
import { invoiceLabel, invoicesCsv } from './labels.ts';
import table from './subscription.module.css';

/** Invoices of the subscription. */
export function HistoryCard({ timezone }: { timezone: string }) {
  // The newest hundred: eight years of monthly invoices.
  const { answer, ask } = useQuery(history, { query: { limit: String(PAGE_LIMIT_MAX) } });
  const today = dateOf(useMinute(), timezone);
  const invoices = answer?.ok ? answer.data : null;
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="invoices-card">
      <h3 className="g-group-title" id="invoices-card">
        Invoices
      </h3>
      {answer === null && <SkeletonRows rows={2} rowHeight={48} label="Loading invoices" />}
      {answer?.ok === false && (
        <>
          <p>
            {answer.kind === 'offline' ? 'Invoices need a network: the server keeps them.' : `${answer.error.message}.`}
          </p>
          <Button className={css.open} onClick={ask}>
            Try again
          </Button>
        </>
      )}
      {invoices?.length === 0 && <p>No invoices yet.</p>}
      {invoices && invoices.length > 0 && (
        <>
          <ul>
            {invoices.map((invoice) => (
              <li key={invoice.id} className={`g-row g-gap-12 g-tall-56 g-pad-y-8 ${table.invoice}`}>
                <span className="g-grid g-grow g-narrow">
                  <span className="g-strong g-ink">
                    {dateLabel(dateOf(Date.parse(invoice.period_start_at), timezone), today)} · {invoice.plan_name}
                  </span>
                  <span className="g-text-13 g-soft">
                    {invoice.invoice_no} · {invoiceLabel(invoice.invoice_status)}
                  </span>
                </span>
                <span className="g-ink">{money(invoice.amount, invoice.currency)}</span>
                {invoice.pdf_url !== null && (
                  <a
                    href={invoice.pdf_url}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`PDF of ${invoice.invoice_no}`}
                  >
                    PDF
                  </a>
                )}
              </li>
            ))}
          </ul>
          <Button
            className={css.open}
            icon={<ArrowDownload20Regular />}
            onClick={() => saveCsv('galley-invoices.csv', invoicesCsv(invoices, timezone))}
          >
            Export CSV
          </Button>
        </>
      )}
    </section>
  );
}
