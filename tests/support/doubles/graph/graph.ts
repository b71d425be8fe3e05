import { Hono, type Context } from 'hono';
import { listen } from '../../../../server/http/listen.ts';
import { systemClock, type Clock } from '../../../../server/platform/clock.ts';
import { noFaults, takeFault, type Faults } from '../faults.ts';
import { acceptMessage, isGraphError, type GraphError } from './messages.ts';
import { phonePage, screenPage } from './phone-page.ts';
import { createState, findCustomer, type DoubleCustomer, type DoubleNumber, type GraphState } from './state.ts';
import { createGraphWebhooks, type GraphWebhooks } from './webhooks.ts';

export interface GraphDoubleOptions {
  appSecret: string;
  verifyToken: string;
  /** Where webhooks are sent. Null: they are recorded only. */
  webhookUrl: string | null;
  /** Default: a free one. */
  port?: number;
  clock?: Clock;
  /** How long webhooks take. */
  delayMs?: number;
}

export interface WhatsappDouble {
  url: string;
  /** The settings of a server that uses it. */
  settings: Record<'META_GRAPH_URL' | 'META_APP_SECRET' | 'META_VERIFY_TOKEN', string>;
  state: GraphState;
  webhooks: GraphWebhooks;
  /** What goes wrong with the next messages that the business sends. */
  faults: Faults;
  /** The refusals of the next messages, in order. */
  refusals: { code: number; status?: number }[];
  /** Statuses follow by themselves: sent, delivered. Off: only those that a test posts. */
  sendsStatuses: boolean;
  /** Least time between two messages to one customer, ms; 0: no limit. */
  pairMs: number;
  /** Method and path of each request of the API. */
  requests: string[];
  sendTo(webhookUrl: string | null): void;
  /** A number with an account and a token that may use both. */
  addNumber(details?: Partial<DoubleNumber> & { token?: string }): DoubleNumber;
  addCustomer(details?: Partial<DoubleCustomer>): DoubleCustomer;
  /** A customer writes. Returns the message's id. */
  write(number: string, customer: DoubleCustomer, text: string): string;
  close(): Promise<void>;
}

const API_VERSION = ':version{v[0-9]+\\.[0-9]+}';
/** The smallest PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DAY_MS = 24 * 3_600_000;

/**
 * A test double of the part of the Graph API that carries WhatsApp, over a real socket, with signed webhooks. It keeps 24-hour windows and
 * the pair rate, refuses as the API does, and forgets everything when it is closed. `/_double/phone/` is a customer's phone.
 */
export async function startWhatsappDouble(options: GraphDoubleOptions): Promise<WhatsappDouble> {
  const { appSecret, verifyToken, port = 0, clock = systemClock, delayMs = 50 } = options;
  let webhookUrl = options.webhookUrl;
  const state = createState(clock);
  const webhooks = createGraphWebhooks(state, { appSecret, url: () => webhookUrl, delayMs });
  const app = new Hono();
  const fail = (c: Context, { status, code, message }: GraphError) =>
    c.json({ error: { message, type: 'OAuthException', code, fbtrace_id: 'double' } }, status as 400);
  const unknownObject = { status: 400, code: 100, message: 'Unsupported request: it does not exist' };

  app.use(`/${API_VERSION}/*`, async (c, next) => {
    double.requests.push(`${c.req.method} ${c.req.path}`);
    const token = c.req.header('Authorization')?.replace(/^Bearer /, '') ?? '';
    if (!state.tokens.has(token)) return fail(c, { status: 401, code: 190, message: 'Error validating access token' });
    return next();
  });
  app.post(`/${API_VERSION}/:id/messages`, async (c) => {
    const number = c.req.param('id');
    if (!state.numbers.has(number)) return fail(c, unknownObject);
    const body = await c.req.json<Record<string, unknown>>();
    const fault = takeFault(double.faults);
    if (fault === 'fail') return c.text('Bad gateway', 502);
    const refusal = double.refusals.shift();
    if (refusal) return fail(c, { status: refusal.status ?? 400, code: refusal.code, message: 'Refused by the test' });
    if (body['status'] === 'read') return c.json({ success: true });
    const accepted = acceptMessage(state, number, body, double);
    if (isGraphError(accepted)) return fail(c, accepted);
    const { id, customer } = accepted;
    const reference = body['biz_opaque_callback_data'];
    if (double.sendsStatuses)
      for (const status of ['sent', 'delivered'])
        webhooks.status(number, customer, {
          id,
          status,
          ...(typeof reference === 'string' && { biz_opaque_callback_data: reference }),
        });
    if (fault === 'hang') return new Promise<Response>(() => undefined);
    if (fault === 'lose') return c.text('Bad gateway', 502);
    return c.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: body['to'] ?? body['recipient'], user_id: customer.user_id }],
      messages: [{ id }],
    });
  });
  app.post(`/${API_VERSION}/:id/media`, async (c) => {
    const form = await c.req.parseBody();
    const file = form['file'];
    if (!(file instanceof File)) return fail(c, { status: 400, code: 131_053, message: 'Media upload error' });
    const id = state.nextId('media');
    state.media.set(id, { bytes: new Uint8Array(await file.arrayBuffer()), mime_type: file.type });
    return c.json({ id });
  });
  app.get(`/${API_VERSION}/_media/:id`, (c) => {
    const media = state.media.get(c.req.param('id'));
    return media ? c.body(Buffer.from(media.bytes), 200, { 'Content-Type': media.mime_type }) : c.text('Gone', 404);
  });
  app.post(`/${API_VERSION}/:id/subscribed_apps`, (c) => {
    state.subscribed.add(c.req.param('id'));
    return c.json({ success: true });
  });
  app.get(`/${API_VERSION}/:id/message_templates`, (c) =>
    c.json({ data: state.templates.get(c.req.param('id')) ?? [], paging: {} }),
  );
  app.get(`/${API_VERSION}/:id/phone_numbers`, (c) => {
    const account = c.req.param('id');
    const data = [...state.numbers.values()].filter(({ waba_id }) => waba_id === account).map(({ id }) => ({ id }));
    return data.length > 0 ? c.json({ data, paging: {} }) : fail(c, unknownObject);
  });
  app.get(`/${API_VERSION}/:id`, (c) => {
    const id = c.req.param('id');
    const media = state.media.get(id);
    const version = c.req.param('version');
    if (media)
      return c.json({
        id,
        url: `${double.url}/${version}/_media/${id}`,
        mime_type: media.mime_type,
        file_size: media.bytes.length,
      });
    const number = state.numbers.get(id);
    return number ? c.json(number) : fail(c, unknownObject);
  });

  app.get('/', (c) => {
    const [first] = state.numbers.keys();
    return first === undefined ? c.text('There is no number') : c.redirect(`/_double/phone/${first}`);
  });
  app.get('/_double/phone/:number', (c) => {
    const number = state.numbers.get(c.req.param('number'));
    const current = findCustomer(state, c.req.query('customer') ?? '') ?? [...state.customers.values()][0];
    return number && current ? c.html(phonePage(number, [...state.customers.values()], current)) : c.notFound();
  });
  app.get('/_double/phone/:number/screen', (c) => {
    const current = findCustomer(state, c.req.query('customer') ?? '');
    return current ? c.html(screenPage(current, c.req.param('number'))) : c.notFound();
  });
  app.post('/_double/phone/:number', async (c) => {
    const number = c.req.param('number');
    const form = await c.req.parseBody<Record<string, string>>();
    const customer = findCustomer(state, form['customer'] ?? '');
    if (!customer) return c.notFound();
    actOnPhone(number, customer, form);
    return c.redirect(`/_double/phone/${number}?customer=${encodeURIComponent(customer.user_id)}`, 303);
  });

  function actOnPhone(number: string, customer: DoubleCustomer, form: Record<string, string>): void {
    const text = form['text']?.trim() ?? '';
    const show = (id: string, line: string) => customer.screen.push({ from: 'customer', id, text: line, buttons: [] });
    if (form['do'] === 'write' && text) double.write(number, customer, text);
    if (form['do'] === 'press')
      show(
        webhooks.message(number, customer, {
          type: 'interactive',
          interactive: { [form['kind'] ?? 'button_reply']: { id: form['button'], title: form['title'] } },
        }),
        form['title'] ?? '',
      );
    if (form['do'] === 'picture') {
      const id = state.nextId('media');
      state.media.set(id, { bytes: PICTURE, mime_type: 'image/png' });
      show(
        webhooks.message(number, customer, { type: 'image', image: { id, mime_type: 'image/png', caption: text } }),
        `[picture] ${text}`,
      );
    }
    if (form['do'] === 'read')
      for (const { id, reference } of state.sent.filter(({ to }) => findCustomer(state, to) === customer))
        webhooks.status(number, customer, {
          id,
          status: 'read',
          ...(reference !== null && { biz_opaque_callback_data: reference }),
        });
    if (form['do'] === 'echo' && text) {
      webhooks.echo(number, customer, text);
      customer.screen.push({ from: 'business', id: state.nextId('wamid.echo'), text, buttons: [] });
    }
    if (form['do'] === 'block') customer.hasBlocked = !customer.hasBlocked;
    if (form['do'] === 'late' && customer.wroteAt !== null) customer.wroteAt -= DAY_MS;
  }

  const listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port });
  const double: WhatsappDouble = {
    url: `http://127.0.0.1:${listening.port}`,
    settings: {
      META_GRAPH_URL: `http://127.0.0.1:${listening.port}`,
      META_APP_SECRET: appSecret,
      META_VERIFY_TOKEN: verifyToken,
    },
    state,
    webhooks,
    faults: noFaults(),
    refusals: [],
    sendsStatuses: true,
    pairMs: 0,
    requests: [],
    sendTo: (next) => void (webhookUrl = next),
    addNumber({ token = 'double-token-of-a-system-user', ...details } = {}) {
      const number: DoubleNumber = {
        id: '106540352242922',
        display_phone_number: '+44 20 7946 0123',
        verified_name: 'The Anchor',
        quality_rating: 'GREEN',
        waba_id: '102290129340398',
        ...details,
      };
      state.numbers.set(number.id, number);
      state.tokens.add(token);
      if (!state.templates.has(number.waba_id)) state.templates.set(number.waba_id, structuredClone(standardTemplates));
      return number;
    },
    addCustomer(details = {}) {
      const count = state.customers.size + 1;
      const customer: DoubleCustomer = {
        user_id: `GB.${1_349_000_000 + count}`,
        wa_id: `4479460${String(10_000 + count)}`,
        name: `Customer ${count}`,
        wroteAt: null,
        hasBlocked: false,
        screen: [],
        ...details,
      };
      state.customers.set(customer.user_id, customer);
      return customer;
    },
    write(number, customer, text) {
      const id = webhooks.message(number, customer, { type: 'text', text: { body: text } });
      customer.screen.push({ from: 'customer', id, text, buttons: [] });
      return id;
    },
    async close() {
      webhooks.sender.close();
      await listening.stop(0);
    },
  };
  return double;
}

const standardTemplates = [
  {
    name: 'order_update',
    language: 'en_GB',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hello {{1}}, there is news about your order: {{2}}' }],
  },
  {
    name: 'we_missed_you',
    language: 'en_GB',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'We could not answer you in time. Write to us again and we will.' }],
  },
  {
    name: 'summer_menu',
    language: 'en_GB',
    category: 'MARKETING',
    status: 'PAUSED',
    components: [{ type: 'BODY', text: 'Our summer menu is here.' }],
  },
];
