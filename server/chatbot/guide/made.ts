import { Refusal } from '../../pipeline/handler.ts';
import { cancelOrder } from '../../storefront/cancel-order.ts';
import { cancelReservation } from '../../storefront/reservations.ts';
import { answerQuestion } from '../answer/answer.ts';
import { offer, toTeam, type Reply, type Row, type Turn } from './turn.ts';

/** How far the customer's orders are, and what was made in this chat, which is theirs beyond doubt, to cancel. */
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

const nameOf = ({ say }: Turn, { kind, number }: Turn['state']['made'][number]): string =>
  say(kind === 'order' ? 'orderNo' : 'bookingNo', { number });

export function requestCancel(turn: Turn, at: number): Reply {
  const made = turn.state.made[at];
  if (!made) return showMine(turn);
  return offer(turn, turn.say('cancelSure', { name: nameOf(turn, made) }), [
    { id: `cancelled:${at}`, title: turn.say('cancelYes') },
    { id: 'home', title: turn.say('keep') },
  ]);
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
  if (done instanceof Refusal) return toTeam(turn, say('cannotCancel', { name: nameOf(turn, made) }));
  state.made = state.made.filter((one) => one !== made);
  return offer(turn, say('cancelled', { name: nameOf(turn, made) }), []);
}
