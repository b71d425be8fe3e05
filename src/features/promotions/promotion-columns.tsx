import { Link } from 'wouter';
import type { Promotion, PromotionStatus } from '../../../contract/promotions/calls.ts';
import { promotionStatus } from '../../../contract/promotions/status.ts';
import type { Column } from '../../components/DataTable.tsx';
import { isPending } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { offerLabel, statusLabels } from './labels.ts';
import type { SortField } from './promotion-filters.ts';
import css from './promotions.module.css';
import type { PromotionRow } from './queries.ts';

export interface PromotionLook {
  timezone: string;
  now: number;
  linkTo: (id: string) => string;
}

/** The table of promotions, from a small tablet up. */
export const promotionColumns = (look: PromotionLook): Column<PromotionRow, SortField>[] => [
  {
    head: 'Promotion',
    column: 'name',
    sort: 'name',
    width: 150,
    cell: (promotion) => <PromotionName promotion={promotion} look={look} />,
  },
  { head: 'Status', sort: 'status', width: 72, cell: (promotion) => <Status promotion={promotion} now={look.now} /> },
  { head: 'Offer', width: 110, cell: offerLabel },
  { head: 'Code', width: 80, cell: ({ code }) => (code === null ? <span className="g-faint">Automatic</span> : code) },
  {
    head: 'Runs',
    width: 110,
    className: css.runs,
    headClassName: css.runs,
    cell: (promotion) => runsLabel(promotion, look),
  },
  { head: 'Orders', sort: 'orders', isAmount: true, width: 48, cell: ordersLabel },
  {
    head: 'Discount',
    sort: 'discount',
    isAmount: true,
    width: 64,
    cell: ({ spent_amount, currency }) => money(spent_amount, currency),
  },
  {
    head: 'Revenue',
    sort: 'revenue',
    isAmount: true,
    width: 64,
    className: css.revenue,
    headClassName: css.revenue,
    cell: ({ revenue_amount, currency }) => money(revenue_amount, currency),
  },
];

function PromotionName({ promotion, look }: { promotion: PromotionRow; look: PromotionLook }) {
  return (
    <>
      <Link href={look.linkTo(promotion.id)} className="g-strong g-link">
        <bdi>{promotion.name}</bdi>
      </Link>
      {isPending(promotion) && <PendingClock />}
    </>
  );
}

const tones: Record<PromotionStatus, string> = {
  active: 'g-tone-ok',
  scheduled: 'g-tone-info',
  paused: 'g-tone-warn',
  draft: '',
  exhausted: 'g-tone-warn',
  expired: '',
  archived: '',
};

export function Status({ promotion, now }: { promotion: Promotion; now: number }) {
  const status = promotionStatus(promotion, new Date(now));
  return <span className={`g-badge g-nowrap g-pad-x-8 ${tones[status] ?? ''}`}>{statusLabels[status] ?? status}</span>;
}

/** "12 of 100" */
function ordersLabel({ times_used, usage_limit }: Promotion): string {
  const used = times_used.toLocaleString('en-GB');
  return usage_limit === null ? used : `${used} of ${usage_limit.toLocaleString('en-GB')}`;
}

/** "Until Fri 12:00", "From 1 Dec 08:00 to 24 Dec 22:00"; "Always" */
export function runsLabel({ starts_at, ends_at, windows }: Promotion, { timezone, now }: PromotionLook): string {
  const [from, to] = [starts_at, ends_at].map((at) => at && shortUntil(at, timezone, now));
  const isLater = starts_at !== null && Date.parse(starts_at) > now;
  const times = windows.length > 0 ? ', at certain times' : '';
  if (from && to && isLater) return `From ${from} to ${to}${times}`;
  if (from && isLater) return `From ${from}${times}`;
  if (to) return `Until ${to}${times}`;
  return windows.length > 0 ? 'At certain times' : 'Always';
}

/** The same row on a phone. */
export function PromotionCard({ promotion, look }: { promotion: PromotionRow; look: PromotionLook }) {
  return (
    <li data-row={promotion.id} className={`g-soft g-round-12 g-edge ${css.card}`}>
      <div className="g-row g-gap-8 g-size-16">
        <span className="g-grow g-narrow g-break">
          <PromotionName promotion={promotion} look={look} />
        </span>
        <Status promotion={promotion} now={look.now} />
      </div>
      <div className="g-row g-gap-8 g-spread">
        <span className="g-narrow g-break">
          {offerLabel(promotion)}
          {promotion.code !== null && `, ${promotion.code}`}
        </span>
        <span className="g-nowrap">{promotion.times_used === 1 ? '1 order' : `${ordersLabel(promotion)} orders`}</span>
      </div>
    </li>
  );
}
