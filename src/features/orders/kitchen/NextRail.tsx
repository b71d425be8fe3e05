import { ChevronLeft28Regular, ChevronRight28Regular } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import css from './kitchen.module.css';
import { typeIcon, type KitchenOrder } from './Ticket.tsx';
import { useAge } from './use-age.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { ageLabel } from '../labels.ts';
import { isNew } from './tickets.ts';

interface Props {
  /** What does not fit any more, in order. */
  next: KitchenOrder[];
  canGoBack: boolean;
  onShow: (id: string) => void;
  onPage: (by: 1 | -1) => void;
}

/** What waits behind the tickets on the board. */
export function NextRail({ next, canGoBack, onShow, onPage }: Props) {
  return (
    <nav className={css.rail} aria-label="More tickets">
      <h2>Next</h2>
      <ol>
        {next.map((order) => (
          <li key={order.id}>
            <RailTicket order={order} onShow={onShow} />
          </li>
        ))}
      </ol>
      {next.length === 0 && <p>No more</p>}
      <div className={css.pagers}>
        {canGoBack && (
          <button type="button" className={css.pager} aria-label="Earlier tickets" onClick={() => onPage(-1)}>
            <ChevronLeft28Regular />
          </button>
        )}
        {next.length > 0 && (
          <button
            type="button"
            className={css.pager}
            aria-label={`Next tickets, ${next.length} more`}
            onClick={() => onPage(1)}
          >
            <ChevronRight28Regular />
            <small>{next.length}</small>
          </button>
        )}
      </div>
    </nav>
  );
}

function RailTicket({ order, onShow }: { order: KitchenOrder; onShow: (id: string) => void }) {
  const { tone, minutes } = useAge(order);
  return (
    <button type="button" className={classes(css.waits, css[tone])} onClick={() => onShow(order.id)}>
      <b>{numberOf(order)}</b>
      <span>{tone === 'ahead' ? 'later' : ageLabel(minutes)}</span>
      {isNew(order) ? <span className={css.railNew}>New</span> : typeIcon(order.order_type)}
    </button>
  );
}
