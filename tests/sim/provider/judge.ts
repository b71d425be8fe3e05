/** What a customer, a person or WhatsApp did, and what may follow from it. It shares no code with the server or contract/. */

export interface Message {
  id: string;
  chat: string;
  author: string;
  text: string;
  status: string;
  failure: string | null;
}

/** A reply as its device made it. */
export interface Reply {
  id: string;
  device: string;
  customer: string;
  text: string;
  /** When it was written, ms. */
  at: number;
  isConfirmed: boolean;
  isTemplate: boolean;
  /** Texts of the customer that were on the device. */
  seen: ReadonlySet<string>;
  /** What the server said; null: it has not heard of the reply. */
  verdict: { isApplied: boolean; code: string | null } | null;
  /** A person gave the refused reply up, or sent another in its place. */
  isGivenUp: boolean;
}

/** How a request to WhatsApp ended for the server. `maybe`: no answer says whether the message was accepted. */
export type Attempt = 'accepted' | 'maybe' | { refused: number };

interface Known {
  /** Every text that the customer wrote. */
  texts: Set<string>;
  /** Time of the newest message that reached the server, ms. */
  wroteAt: number;
  pause: { at: number; op: string; isPaused: boolean };
  /** Answers of the bot on the server, when it was last looked at and when the pause began. */
  answers: Set<string>;
  answersAtPause: Set<string>;
  /** Ids of replies in the order in which the server took them. */
  taken: string[];
}

export interface Attempted {
  customer: string;
  /** In order; the last may still be running (null). */
  tries: (Attempt | null)[];
  /** Counts over all attempts. */
  first: number;
  last: number;
  /** WhatsApp's id once it was accepted. */
  accepted: string | null;
  /** Statuses that WhatsApp reports of it. */
  statuses: string[];
}

interface Answered {
  at: number;
  /** The mutation's id, which decides between two of one instant. */
  op: string;
  isApplied: boolean;
  code: string | null;
  /** Texts of the customer that the server had then. */
  texts: ReadonlySet<string>;
}

export type Judge = ReturnType<typeof makeJudge>;

/** The observer that sees every change at once. */
export const SERVER = 'the server';

const DAY_MS = 86_400_000;
/** A reply that waited longer is sent only after its author was asked. */
const FRESH_MS = 3_600_000;

const ranks: Record<string, number> = { queued: 0, sending: 0, sent: 1, delivered: 2, read: 3 };
const codes: Record<number, string> = { 131047: 'window_closed', 131026: 'undeliverable', 131049: 'rate_limited' };

export function makeJudge(now: () => number) {
  const violations: string[] = [];
  const customers = new Map<string, Known>();
  const replies = new Map<string, Reply>();
  const attempts = new Map<string, Attempted>();
  /** The status of each message as each observer saw it last. */
  const shown = new Map<string, Message>();
  let count = 0;
  const wrong = (text: string) => {
    if (violations.length < 50 && !violations.includes(text)) violations.push(text);
  };
  const known = (customer: string): Known => {
    const found = customers.get(customer);
    if (!found) throw new Error(`Nobody is called ${customer}`);
    return found;
  };
  const isWindowOver = (customer: string) => known(customer).wroteAt + DAY_MS <= now();

  function changePause(customer: string, at: number, op: string, isPaused: boolean): void {
    const one = known(customer);
    const { pause } = one;
    if (at < pause.at || (at === pause.at && op.toLowerCase() <= pause.op.toLowerCase())) return;
    if (isPaused && !pause.isPaused) one.answersAtPause = new Set(one.answers);
    Object.assign(pause, { at, op, isPaused });
  }

  return {
    violations,
    wrong,
    replies,
    attempts,
    customers,
    isPaused: (customer: string) => known(customer).pause.isPaused,

    meet: (customer: string) =>
      void customers.set(customer, {
        texts: new Set(),
        wroteAt: -Infinity,
        pause: { at: -Infinity, op: '', isPaused: false },
        answers: new Set(),
        answersAtPause: new Set(),
        taken: [],
      }),
    writes: (customer: string, text: string) => void known(customer).texts.add(text),
    /** The server has answered a webhook with a message of that time. */
    arrives(customer: string, at: number) {
      const one = known(customer);
      one.wroteAt = Math.max(one.wroteAt, at);
    },
    /** Somebody wrote on the restaurant's own phone, and the server has heard of it. A pause that stands stays as it is. */
    echoes(customer: string, at: number) {
      if (!known(customer).pause.isPaused) changePause(customer, at, '', true);
    },
    composes: (reply: Omit<Reply, 'verdict' | 'isGivenUp'>) =>
      void replies.set(reply.id, { ...reply, verdict: null, isGivenUp: false }),

    /** The server's first answer to a mutation of a device. `texts`: of the customer, in the chat at that moment. */
    paused: changePause,
    answered(id: string, { at, op, isApplied, code, texts }: Answered) {
      const reply = replies.get(id);
      if (!reply || reply.verdict) return;
      Object.assign(reply, { at, verdict: { isApplied, code } });
      if (!isApplied) {
        if (!code) wrong(`"${reply.text}" is refused without a reason`);
        return;
      }
      const { taken } = known(reply.customer);
      const before = replies.get(taken.findLast((one) => replies.get(one)!.device === reply.device) ?? '');
      if (before && before.at > reply.at) wrong(`"${reply.text}" is taken after "${before.text}", written later`);
      taken.push(id);
      changePause(reply.customer, reply.at, op, true);
      if (!reply.isTemplate && isWindowOver(reply.customer)) wrong(`"${reply.text}" is taken after its window`);
      if (reply.isConfirmed) return;
      if (now() - reply.at > FRESH_MS) wrong(`"${reply.text}" is taken an hour late, and nobody was asked`);
      const unseen = [...texts].find((text) => !reply.seen.has(text));
      if (unseen !== undefined) wrong(`"${reply.text}" is taken, though its author had not seen "${unseen}"`);
    },

    /** The server begins a request to WhatsApp. Returns what the outcome is told to. */
    begins(id: string, customer: string, isTemplate: boolean): (outcome: Attempt, accepted: string | null) => void {
      const reply = replies.get(id);
      const what = reply ? `"${reply.text}"` : `answer ${id} of the bot`;
      const attempt = attempts.get(id) ?? {
        customer,
        tries: [],
        first: ++count,
        last: 0,
        accepted: null,
        statuses: [],
      };
      attempts.set(id, attempt);
      attempt.last = ++count;
      if (attempt.tries.some((one) => one === null || typeof one === 'string'))
        wrong(`${what} is sent again, though it may have arrived`);
      if (!isTemplate && isWindowOver(customer)) wrong(`${what} is sent after its window`);
      if (!reply && known(customer).pause.isPaused) wrong(`${what} leaves in a paused chat`);
      if (reply) {
        if (!reply.verdict?.isApplied) wrong(`${what} leaves, though it was not taken`);
        if (reply.customer !== customer) wrong(`${what} goes to ${customer} instead of ${reply.customer}`);
        const { taken } = known(customer);
        const overtook = taken.slice(taken.indexOf(id) + 1).find((later) => attempts.has(later));
        if (overtook) wrong(`${what} leaves after "${replies.get(overtook)!.text}"`);
      }
      const place = attempt.tries.push(null) - 1;
      return (outcome, accepted) => {
        attempt.tries[place] = outcome;
        attempt.accepted ??= accepted;
      };
    },

    /** What stands on the customer's phone. */
    phone(customer: string, lines: readonly { from: string; id: string; text: string }[]) {
      const own = lines.filter(({ from }) => from === 'business');
      if (new Set(own.map(({ id }) => id)).size !== own.length) wrong(`${customer} has one message twice`);
      for (const { text, id, customer: to } of replies.values()) {
        const times = own.filter((line) => line.text === text).length;
        if (times > 1) wrong(`${customer} reads "${text}" ${times} times`);
        if (times > 0 && to !== customer) wrong(`${customer} reads "${text}", which is for ${to}`);
        if (times > 0 && !attempts.has(id)) wrong(`${customer} reads "${text}", which nobody sent`);
      }
    },

    /** The messages as a device or the server has them. `chats`: the customer of each chat. */
    observes(observer: string, messages: readonly Message[], chats: ReadonlyMap<string, string>) {
      const names = [...chats.values()];
      if (new Set(names).size !== names.length) wrong(`${observer} has two chats of one customer`);
      const texts = new Set<string>();
      for (const message of messages) {
        const customer = chats.get(message.chat);
        if (message.author === 'customer') {
          if (texts.has(message.text)) wrong(`${observer} has "${message.text}" twice`);
          texts.add(message.text);
          if (customer !== undefined && !known(customer).texts.has(message.text))
            wrong(`${observer} has "${message.text}", which ${customer} never wrote`);
          continue;
        }
        if (message.author === 'bot' && customer !== undefined) {
          const { answers, answersAtPause, pause } = known(customer);
          if (observer === SERVER) answers.add(message.id);
          if (observer === SERVER && pause.isPaused && !answersAtPause.has(message.id))
            wrong(`The bot answers ${customer} in a paused chat`);
        }
        const key = `${observer} ${message.id}`;
        const before = shown.get(key);
        shown.set(key, message);
        if (message.status === 'failed' && message.failure === null)
          wrong(`${observer}: "${message.text}" failed without a reason`);
        if (before && goesBack(before, message))
          wrong(`${observer}: "${message.text}" goes from ${label(before)} back to ${label(message)}`);
      }
    },

    /** Everything has arrived, and nothing goes wrong any more. */
    rests(
      observer: string,
      messages: readonly Message[],
      chats: ReadonlyMap<string, { customer: string; isPaused: boolean; closesAt: number | null }>,
    ) {
      for (const [customer, { texts, pause, wroteAt }] of customers) {
        const [id, chat] = [...chats].find(([, one]) => one.customer === customer) ?? [];
        if (texts.size > 0 && !chat) wrong(`${observer} has no chat of ${customer}`);
        if (!chat) continue;
        const own = messages.filter((one) => one.chat === id && one.author === 'customer');
        for (const text of texts) {
          const times = own.filter((one) => one.text === text).length;
          if (times !== 1) wrong(`${observer} has "${text}" ${times} times`);
        }
        if (chat.isPaused !== pause.isPaused)
          wrong(`${observer}: the chat of ${customer} is ${chat.isPaused ? '' : 'not '}paused`);
        if (texts.size > 0 && chat.closesAt !== wroteAt + DAY_MS)
          wrong(`${observer}: the window of ${customer} ends ${new Date(chat.closesAt ?? 0).toISOString()}`);
      }
      const byId = new Map(messages.map((message) => [message.id, message]));
      for (const [id, { accepted, statuses, tries }] of attempts) {
        const message = byId.get(id);
        if (!message) wrong(`${observer} does not have message ${id}, which was sent`);
        else if (accepted !== null) {
          const expected = statuses.includes('failed')
            ? 'failed'
            : statuses.reduce((best, one) => (ranks[one]! > ranks[best]! ? one : best), 'sent');
          if (message.status !== expected)
            wrong(`${observer}: "${message.text}" is ${label(message)} instead of ${expected}`);
        } else {
          const last = tries.at(-1);
          const reason =
            last === 'maybe' ? 'unconfirmed' : typeof last === 'object' && last ? codes[last.refused] : null;
          // One that was throttled may fail later for another reason.
          if (message.status !== 'failed' || (reason && message.failure !== reason))
            wrong(`${observer}: "${message.text}" is ${label(message)} instead of failed ${reason ?? ''}`);
        }
      }
      for (const { id, text, verdict } of replies.values()) {
        if (!verdict) wrong(`"${text}" never reached the server`);
        else if (verdict.isApplied && !byId.has(id)) wrong(`${observer} lost "${text}"`);
        else if (verdict.isApplied && !attempts.has(id) && byId.get(id)!.status !== 'failed')
          wrong(`${observer}: "${text}" was never sent and is ${label(byId.get(id)!)}`);
        else if (!verdict.isApplied && byId.has(id)) wrong(`${observer} has "${text}", which was refused`);
      }
    },
    /** Refused replies that a device asks about. */
    asks(device: string, ids: ReadonlySet<string>) {
      for (const { id, text, device: own, verdict, isGivenUp } of replies.values())
        if (own === device && verdict && !verdict.isApplied && !isGivenUp && !ids.has(id))
          wrong(`${device} says nothing of "${text}", which was refused`);
    },
  };
}

const label = ({ status, failure }: Message) => (failure === null ? status : `${status} (${failure})`);

/** A failure counts until WhatsApp has delivered. Only one that nobody could confirm is ever corrected. */
function goesBack(before: Message, after: Message): boolean {
  if (before.status === 'failed') return before.failure !== 'unconfirmed' && after.status !== 'failed';
  if (after.status === 'failed') return ranks[before.status]! > ranks['sent']!;
  return ranks[after.status]! < ranks[before.status]!;
}
