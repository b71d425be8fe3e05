import { Refusal } from '../../pipeline/handler.ts';
import { cancelOrder } from '../../storefront/cancel-order.ts';
import { orderOfToken } from '../../storefront/order-of-token.ts';
import { cancelReservation } from '../../storefront/reservations.ts';
import { answerQuestion } from '../answer/answer.ts';
import { readBooking, requestGuests, showFreeDays } from './table.ts';
import { withoutTable } from './state.ts';
import { offer, toTeam, type Reply, type Row, type Turn } from './turn.ts';

type Made = Turn['state']['made'][number];

/** By its token: numbers of orders begin again every day, and a booking may have the same. */
const findMade = ({ state }: Turn, token: string): Made | undefined => state.made.find((one) => one.token === token);

/** What a button was about is over, or forgotten. */
function showOthers(turn: Turn): Reply {
  const mine = showMine(turn);
  return { ...mine, text: `${turn.say('oldButton')} ${mine.text}` };
}

/** How far the customer's orders are, and what was made in this chat, which is theirs beyond doubt, to change or cancel. */
export function showMine(turn: Turn): Reply {
  const { say, state, facts, c, language } = turn;
  const { text, escalated } = answerQuestion(say('askMine'), facts, c.now, { spoken: [language], language });
  const rows = state.made.map((one): Row => ({ id: `cancel:${one.token}`, title: nameOf(turn, one) })).slice(-8);
  const choices = [...rows, { id: 'person', title: say('person') }];
  if (rows.length === 0) return offer(turn, text, choices, { escalated });
  // That the team is asked is said only where it is.
  return offer(turn, [...(escalated ? [] : [text]), say('cancelWhich')].join('\n\n'), choices);
}

const nameOf = ({ say }: Turn, { kind, number }: Made): string =>
  say(kind === 'order' ? 'orderNo' : 'bookingNo', { number });

const keep = ({ say }: Turn): Row => ({ id: 'home', title: say('keep') });

/** What can be done with it now, by the rules of the page of the order or the booking. */
export async function requestCancel(turn: Turn, token: string): Promise<Reply> {
  const { say } = turn;
  const made = findMade(turn, token);
  if (!made) return showOthers(turn);
  const { isCancellable, isChangeable } = await rulesOf(turn, made);
  const name = nameOf(turn, made);
  if (!isCancellable) return offer(turn, say('tooLate', { name }), [askTeam(turn, token), keep(turn)]);
  const changes: Row[] =
    made.kind === 'order'
      ? [{ id: `alter:${token}`, title: say('changeOrder') }]
      : isChangeable
        ? [
            { id: `move:${token}:time`, title: say('changeTime') },
            { id: `move:${token}:party`, title: say('changeParty') },
          ]
        : [askTeam(turn, token)];
  const isFixed = made.kind === 'table' && !isChangeable;
  const text = isFixed ? `${say('cannotMove')} ${say('cancelSure', { name })}` : say('cancelOrChange', { name });
  return offer(turn, text, [{ id: `cancelled:${token}`, title: say('cancelYes') }, ...changes, keep(turn)]);
}

async function rulesOf(turn: Turn, { kind, token }: Made): Promise<{ isCancellable: boolean; isChangeable: boolean }> {
  if (kind === 'order') {
    const order = await orderOfToken(turn.c.db, turn.c.restaurantId, token);
    return { isCancellable: order?.order_status === 'pending', isChangeable: false };
  }
  const booking = await readBooking(turn, token);
  return { isCancellable: booking?.is_cancellable ?? false, isChangeable: booking?.is_changeable ?? false };
}

const askTeam = ({ say }: Turn, token: string): Row => ({ id: `team:${token}`, title: say('askTeam') });

/** The lines of an order stay as they are: it is taken back and made anew, or the team changes it. */
export function explainOrder(turn: Turn, token: string): Reply {
  const { say } = turn;
  const made = findMade(turn, token);
  if (!made) return showOthers(turn);
  return offer(turn, say('orderFixed', { name: nameOf(turn, made) }), [
    { id: `cancelled:${token}`, title: say('cancelYes') },
    askTeam(turn, token),
    keep(turn),
  ]);
}

export function requestTeam(turn: Turn, token: string): Reply {
  const made = findMade(turn, token);
  if (!made) return showOthers(turn);
  return { ...toTeam(turn), wants: `Wants to change or cancel ${describeMade(made)}` };
}

/** For the team and the model. */
export const describeMade = ({ kind, number }: Made): string => `${kind === 'order' ? 'order' : 'booking'} ${number}`;

/** Another time or party for a booking, chosen as for a new one. */
export async function moveBooking(turn: Turn, token: string, isParty: boolean): Promise<Reply> {
  const made = findMade(turn, token);
  if (made?.kind !== 'table') return showOthers(turn);
  const booking = await readBooking(turn, made.token);
  if (!booking?.is_changeable) return requestCancel(turn, token);
  turn.state = { ...withoutTable(turn.state), goal: 'table', moves: token, guests: booking.guests_count };
  return isParty ? requestGuests(turn) : showFreeDays(turn, '');
}

/** As the page of the order or the booking does it, by the same rules. */
export async function cancelMade(turn: Turn, token: string): Promise<Reply> {
  const { state, say, c } = turn;
  const made = findMade(turn, token);
  if (!made) return showOthers(turn);
  const handler = made.kind === 'order' ? cancelOrder : cancelReservation;
  // It needs no more of a request than its transaction and the token.
  const context = { ...c, path: { token: made.token } } as Parameters<typeof handler.run>[0];
  const done = await handler.run(context);
  if (done instanceof Refusal)
    return {
      ...toTeam(turn, say('cannotCancel', { name: nameOf(turn, made) })),
      wants: `Wants to cancel ${describeMade(made)}`,
    };
  state.made = state.made.filter((one) => one !== made);
  return offer(turn, say('cancelled', { name: nameOf(turn, made) }), []);
}
