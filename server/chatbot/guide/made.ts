import { Refusal } from '../../pipeline/handler.ts';
import { cancelOrder } from '../../storefront/cancel-order.ts';
import { orderOfToken } from '../../storefront/order-of-token.ts';
import { cancelReservation } from '../../storefront/reservations.ts';
import { answerQuestion } from '../answer/answer.ts';
import { ended } from './state.ts';
import { readBooking, requestGuests, showFreeDays } from './table.ts';
import { offer, toTeam, type Reply, type Row, type Turn } from './turn.ts';

type Made = Turn['state']['made'][number];

/** How far the customer's orders are, and what was made in this chat, which is theirs beyond doubt, to change or cancel. */
export function showMine(turn: Turn): Reply {
  const { say, state, facts, c, language } = turn;
  const { text, escalated } = answerQuestion(say('askMine'), facts, c.now, { spoken: [language], language });
  const rows = state.made.map((one, at): Row => ({ id: `cancel:${at}`, title: nameOf(turn, one) })).slice(-8);
  return offer(
    turn,
    rows.length > 0 ? `${text}\n\n${say('cancelWhich')}` : text,
    [...rows, { id: 'person', title: say('person') }],
    { escalated: escalated && rows.length === 0 },
  );
}

const nameOf = ({ say }: Turn, { kind, number }: Made): string =>
  say(kind === 'order' ? 'orderNo' : 'bookingNo', { number });

const keep = ({ say }: Turn): Row => ({ id: 'home', title: say('keep') });

/** What can be done with it now, by the rules of the page of the order or the booking. */
export async function requestCancel(turn: Turn, at: number): Promise<Reply> {
  const { say } = turn;
  const made = turn.state.made[at];
  if (!made) return showMine(turn);
  const { isCancellable, isChangeable } = await rulesOf(turn, made);
  const name = nameOf(turn, made);
  if (!isCancellable) return offer(turn, say('tooLate', { name }), [askTeam(turn, at), keep(turn)]);
  const changes: Row[] =
    made.kind === 'order'
      ? [{ id: `alter:${at}`, title: say('changeOrder') }]
      : isChangeable
        ? [
            { id: `move:${at}:time`, title: say('changeTime') },
            { id: `move:${at}:party`, title: say('changeParty') },
          ]
        : [askTeam(turn, at)];
  const isFixed = made.kind === 'table' && !isChangeable;
  const text = isFixed ? `${say('cannotMove')} ${say('cancelSure', { name })}` : say('cancelOrChange', { name });
  return offer(turn, text, [{ id: `cancelled:${at}`, title: say('cancelYes') }, ...changes, keep(turn)]);
}

async function rulesOf(turn: Turn, { kind, token }: Made): Promise<{ isCancellable: boolean; isChangeable: boolean }> {
  if (kind === 'order') {
    const order = await orderOfToken(turn.c.db, turn.c.restaurantId, token);
    return { isCancellable: order?.order_status === 'pending', isChangeable: false };
  }
  const booking = await readBooking(turn, token);
  return { isCancellable: booking?.is_cancellable ?? false, isChangeable: booking?.is_changeable ?? false };
}

const askTeam = ({ say }: Turn, at: number): Row => ({ id: `team:${at}`, title: say('askTeam') });

/** The lines of an order stay as they are: it is taken back and made anew, or the team changes it. */
export function explainOrder(turn: Turn, at: number): Reply {
  const { say } = turn;
  const made = turn.state.made[at];
  if (!made) return showMine(turn);
  return offer(turn, say('orderFixed', { name: nameOf(turn, made) }), [
    { id: `cancelled:${at}`, title: say('cancelYes') },
    askTeam(turn, at),
    keep(turn),
  ]);
}

export function requestTeam(turn: Turn, at: number): Reply {
  const made = turn.state.made[at];
  return made ? { ...toTeam(turn), wants: `Wants to change or cancel ${kindOf(made)} ${made.number}` } : toTeam(turn);
}

const kindOf = ({ kind }: Made): string => (kind === 'order' ? 'order' : 'booking');

/** Another time or party for a booking, chosen as for a new one. */
export async function moveBooking(turn: Turn, at: number, isParty: boolean): Promise<Reply> {
  const made = turn.state.made[at];
  if (made?.kind !== 'table') return showMine(turn);
  const booking = await readBooking(turn, made.token);
  if (!booking?.is_changeable) return requestCancel(turn, at);
  turn.state = { ...ended(turn.state), goal: 'table', moves: made.token, guests: booking.guests_count };
  return isParty ? requestGuests(turn) : showFreeDays(turn, '');
}

/** As the page of the order or the booking does it, by the same rules. */
export async function cancelMade(turn: Turn, at: number): Promise<Reply> {
  const { state, say, c } = turn;
  const made = state.made[at];
  if (!made) return showMine(turn);
  const handler = made.kind === 'order' ? cancelOrder : cancelReservation;
  // It needs no more of a request than its transaction and the token.
  const context = { ...c, path: { token: made.token } } as Parameters<typeof handler.run>[0];
  const done = await handler.run(context);
  if (done instanceof Refusal)
    return {
      ...toTeam(turn, say('cannotCancel', { name: nameOf(turn, made) })),
      wants: `Wants to cancel ${kindOf(made)} ${made.number}`,
    };
  state.made = state.made.filter((one) => one !== made);
  return offer(turn, say('cancelled', { name: nameOf(turn, made) }), []);
}
