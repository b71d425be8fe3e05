import type { ReactNode } from 'react';
import { sellerLines, type Seller } from '../../../contract/orders/receipt.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { serverNow } from '../../lib/server-now.ts';
import { dateTimeLabel } from '../../lib/wall-clock.ts';
import { printAlone } from '../../ui/paper.ts';
import { renderOnce } from '../../ui/render-once.ts';
import { showFault } from '../../ui/page/toast.ts';
import css from './report.module.css';

interface Report {
  title: string;
  /** What it is of: "1 Nov 2026 to 30 Nov 2026". */
  period: string;
  restaurant: Seller & Pick<Restaurant, 'timezone'>;
  /** Tables and sums, without what a person presses or types. */
  content: ReactNode;
}

/** Prints a report alone, black on white: whose it is, of what, its figures, and when it was printed. */
export function printReport(report: Report): void {
  printAlone(renderOnce(<ReportPaper {...report} />), () => 'size: auto; margin: 14mm').catch((error: unknown) => {
    console.warn('A report was not printed', error);
    showFault(`${report.title} was not printed`, 'Try again, or export it.');
  });
}

function ReportPaper({ title, period, restaurant, content }: Report) {
  return (
    <article className={css.paper}>
      <p className={css.seller}>
        <b>{restaurant.name}</b>
        {sellerLines(restaurant).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <h1>{title}</h1>
      <p>{period}</p>
      {content}
      <p className={css.printed}>Printed {dateTimeLabel(serverNow(), restaurant.timezone)}</p>
    </article>
  );
}
