import { ChevronLeft28Regular, ChevronRight28Regular } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import type { AgeTone } from './age.ts';
import css from './kitchen.module.css';
import { typeIcon, type KitchenOrder } from './Ticket.tsx';
import { useAge } from './use-age.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { ageLabel } from '../../../lib/age.ts';
import { isNew } from './tickets.ts';

interface Props {
  /** The tickets that do not fit, in order. */
  next: KitchenOrder[];
  /** The one among them whose first dishes are on the board. */
  cut: string | null;
  canGoBack: boolean;
  onShow: (id: string) => void;
  onPage: (by: 1 | -1) => void;
}

/** The tickets that wait behind those on the board. */
export function NextRail({ next, cut, canGoBack, onShow, onPage }: Props) {
  return (
    <nav className={`g-flex g-low g-gap-8 g-centered ${css.rail}`} aria-label="More tickets">
      <h2>Next</h2>
      <ol>
        {next
          .filter(({ id }) => id !== cut)
          .map((order) => (
            <li key={order.id}>
              <RailTicket order={order} onShow={onShow} />
            </li>
          ))}
      </ol>
      {next.length === 0 && <p>No more</p>}
      <div className={`g-flex g-gap-8 ${css.pagers}`}>
        {canGoBack && (
          <button
            type="button"
            className={`g-card g-row g-middle g-strong g-column ${css.pager}`}
            aria-label="Earlier tickets"
            onClick={() => onPage(-1)}
          >
            <ChevronLeft28Regular />
          </button>
        )}
        {next.length > 0 && (
          <button
            type="button"
            className={`g-card g-row g-middle g-strong g-column ${css.pager}`}
            aria-label={`Next tickets, ${next.length} more`}
            onClick={() => onPage(1)}
          >
            <ChevronRight28Regular />
            <small className="g-size-16">{next.length}</small>
          </button>
        )}
      </div>
    </nav>
  );
}

const tones: Record<AgeTone, string | null | undefined> = { ahead: null, fresh: null, soon: css.soon, late: css.late };

function RailTicket({ order, onShow }: { order: KitchenOrder; onShow: (id: string) => void }) {
  const { tone, minutes } = useAge(order);
  return (
    <button
      type="button"
      className={classes('g-row g-middle g-full g-centered g-round-12 g-column', css.waits, tones[tone])}
      onClick={() => onShow(order.id)}
    >
      <b>{numberOf(order)}</b>
      <span>{tone === 'ahead' ? 'later' : ageLabel(minutes)}</span>
      {isNew(order) ? (
        <span className={`g-bold g-round-6 g-pad-x-8 ${css.railNew}`}>New</span>
      ) : (
        typeIcon(order.order_type)
      )}
    </button>
  );
}
