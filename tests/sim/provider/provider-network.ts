import type { WhatsappDouble } from '../../support/doubles/graph/graph.ts';
import type { Attempt } from './judge.ts';

/** What becomes of the server's next message to WhatsApp. Numbers: WhatsApp refuses it with that code. */
export type ProviderFault = 'refused' | 'cut before' | 'cut after' | 'fail' | 'lose' | number;

/** Address of a language model, which the server asks before the bot answers. It always fails, so the records answer. */
export const MODEL_URL = 'https://model.test/v1';

export interface ProviderNetwork {
  /** For the next messages, in order. */
  faults: ProviderFault[];
  close(): void;
}

interface Listener {
  /** A message is about to be sent. Returns what is told its end. */
  onMessage(body: MessageBody): (outcome: Attempt, accepted: string | null) => void;
  /** Before the request goes out: whatever may happen at the same time. */
  meanwhile(): Promise<void>;
}

export interface MessageBody {
  biz_opaque_callback_data: string;
  to?: string;
  recipient?: string;
  type: string;
}

/** Between the server and the double: replaces `fetch` of this process until it is closed. */
export function openProviderNetwork(double: WhatsappDouble, { onMessage, meanwhile }: Listener): ProviderNetwork {
  const real = globalThis.fetch;
  const network: ProviderNetwork = { faults: [], close: () => void (globalThis.fetch = real) };

  async function sendMessage(request: Request): Promise<Response> {
    const ended = onMessage((await request.clone().json()) as MessageBody);
    await meanwhile();
    const fault = network.faults.shift();
    if (fault === 'refused' || fault === 'cut before') {
      // A connection that never opened carried nothing.
      ended(fault === 'refused' ? { refused: 0 } : 'maybe', null);
      throw broken(fault === 'refused' ? 'ECONNREFUSED' : 'ECONNRESET');
    }
    if (fault === 'fail' || fault === 'lose') double.faults[fault] = 1;
    if (typeof fault === 'number') double.refusals = [{ code: fault, ...(fault === 130_429 && { status: 429 }) }];
    const before = double.state.sent.length;
    const response = await real(request);
    const accepted = double.state.sent[before]?.id ?? null;
    const text = await response.text();
    if (accepted !== null) ended('accepted', accepted);
    else ended(response.status < 500 ? { refused: codeOf(text) } : 'maybe', null);
    if (fault === 'cut after') throw broken('ECONNRESET');
    return new Response(text, { status: response.status, headers: response.headers });
  }

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith(MODEL_URL)) {
      await meanwhile();
      return new Response('Out of order', { status: 503 });
    }
    const isMessage = request.url.startsWith(double.url) && request.url.endsWith('/messages');
    return isMessage ? sendMessage(request) : real(request);
  };
  return network;
}

const broken = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

const codeOf = (text: string): number => (JSON.parse(text) as { error: { code: number } }).error.code;
