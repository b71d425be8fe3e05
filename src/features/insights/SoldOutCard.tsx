import { useMemo } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import * as z from 'zod/mini';
import { LOSSES_DAYS_MAX, soldOutLosses, SoldOutLosses } from '../../../contract/dashboard/calls.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { money } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { soldOutCsv } from './csv.ts';
import css from './insights.module.css';
import { Table } from './Table.tsx';

const DAY_MS = 86_400_000;
const SHOWN_ITEMS = 10;

/** What dishes would probably have sold while they were sold out. `from` and `to`: the business days of the figures beside it. */
export function SoldOutCard({ restaurantId, from, to }: { restaurantId: string; from: string; to: string }) {
  const isTooLong = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 > LOSSES_DAYS_MAX;
  return (
    <section className={css.card} aria-labelledby="sold-out-losses">
      <h3 className="g-text-16 g-strong g-below-8" id="sold-out-losses">
        Lost while sold out
      </h3>
      {isTooLong ? (
        <p className="g-soft">Choose a period of at most {LOSSES_DAYS_MAX} days to see this.</p>
      ) : (
        <Losses restaurantId={restaurantId} from={from} to={to} />
      )}
    </section>
  );
}

function Losses({ restaurantId, from, to }: { restaurantId: string; from: string; to: string }) {
  const { answer } = useQuery(soldOutLosses, { query: { date: `${from}..${to}` } });
  const fresh = useMemo(() => (answer?.ok ? check(answer.data) : null), [answer]);
  const kept = useKept(`sold-out.${restaurantId}`, fresh, check);
  const shown = [fresh, kept?.data].find((losses) => losses?.from === from && losses.to === to);
  if (!answer && !shown) return <p className="g-soft">Loading…</p>;
  if (!shown) return <p className="g-soft">The server gives no such figures now. They appear when it answers.</p>;
  const { currency, items, total_amount: total } = shown;
  return (
    <>
      <p className="g-below-8">
        {items.length === 0
          ? 'No dish was sold out in the opening hours of this period.'
          : `About ${money(total, currency)} in all.`}
      </p>
      {items.length > 0 && (
        <Table
          heads={['Item', 'Sold out', 'Not sold', 'Lost']}
          rows={items
            .slice(0, SHOWN_ITEMS)
            .map((item) => [
              item.name,
              durationLabel(item.sold_out_minutes),
              String(item.lost_quantity),
              money(item.lost_amount, currency),
            ])}
        />
      )}
      {items.length > 0 && (
        <Button
          className={css.below}
          icon={<ArrowDownload20Regular />}
          aria-label="Export what was lost"
          onClick={() => saveCsv(`sold-out-${from}-${to}.csv`, soldOutCsv(shown))}
        >
          Export
        </Button>
      )}
      <p className={`g-text-13 g-faint ${css.method}`}>
        An estimate: what each dish sold on average in the same weekday and hour of the eight weeks before, for the part
        of the opening hours in which it was sold out, less what was sold of it in those hours nevertheless.
      </p>
    </>
  );
}

const check = (data: unknown) => z.safeParse(SoldOutLosses, data).data ?? null;

/** "45 min", "2 h 5 min" */
const durationLabel = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
