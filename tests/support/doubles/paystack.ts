import { createHmac, randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { listen } from '../../../server/http/listen.ts';
import { systemClock, type Clock } from '../../../server/platform/clock.ts';
import { noFaults, takeFault, type Faults } from './faults.ts';
import { paymentPage } from './paystack-page.ts';
import {
  banks,
  countryNames,
  createState,
  type DoubleRecipient,
  type DoubleRefund,
  type DoubleTransaction,
  type DoubleTransfer,
  type PaystackState,
} from './paystack-state.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

export interface PaystackDoubleOptions {
  secretKey: string;
  /** Where webhooks are sent. Null: they are recorded in `webhooks.sent` only. */
  webhookUrl: string | null;
  /** Default: a free one. */
  port?: number;
  clock?: Clock;
  /** How long Paystack takes for what it does later: webhooks and transfers. */
  delayMs?: number;
}

export interface PaystackDouble {
  url: string;
  port: number;
  /** The settings of a server that uses it. */
  settings: { PAYSTACK_SECRET_KEY: string; PAYSTACK_API_URL: string };
  /** What goes wrong with the next requests. */
  faults: Faults;
  state: PaystackState;
  webhooks: WebhookSender;
  /** Changes where webhooks are sent. */
  sendTo(webhookUrl: string | null): void;
  /** Method and path of each request of the API. */
  requests: string[];
  /** The customer pays, or the bank declines. Throws if there is no such payment. */
  pay(reference: string, outcome?: 'success' | 'failed'): void;
  /** The customer's bank takes the money back, or the dispute about it ends. */
  dispute(reference: string, state?: 'open' | 'won' | 'lost'): void;
  close(): Promise<void>;
}

/**
 * A test double of Paystack's API (https://paystack.com/docs/api) over a real socket, with its signed webhooks. It keeps what it is told
 * until it is closed. Bank accounts that end with 9 do not exist. Transfers of amounts that end with 13 fail, 17 wait for a one-time
 * password, and 19 are reversed after their success. `/_double/` controls it from outside.
 */
export async function startPaystackDouble(options: PaystackDoubleOptions): Promise<PaystackDouble> {
  const { secretKey, port = 0, clock = systemClock, delayMs = 200 } = options;
  let webhookUrl = options.webhookUrl;
  const state = createState(clock);
  const webhooks = createWebhookSender(() => webhookUrl, { delayMs });
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const app = new Hono();
  const double: PaystackDouble = {
    url: '',
    port,
    settings: { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_API_URL: '' },
    faults: noFaults(),
    state,
    webhooks,
    sendTo: (url) => void (webhookUrl = url),
    requests: [],
    pay,
    dispute,
    async close() {
      webhooks.close();
      for (const timer of timers) clearTimeout(timer);
      await listening.stop(0);
    },
  };

  function emit(event: string, data: object): void {
    // As many serializers do: a signature over parsed and re-written JSON would not fit.
    const rawBody = JSON.stringify({ event, data }).replaceAll(
      /[\u0080-\uffff/]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const signature = createHmac('sha512', secretKey).update(rawBody).digest('hex');
    webhooks.send(rawBody, { 'x-paystack-signature': signature });
  }

  function later(run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
  }

  function pay(reference: string, outcome: 'success' | 'failed' = 'success'): void {
    const transaction = state.transactions.get(reference);
    if (!transaction) throw new Error('There is no such transaction');
    if (transaction.status === 'success' || transaction.status === 'reversed') return;
    transaction.status = outcome;
    transaction.gateway_response = outcome === 'success' ? 'Successful' : 'Declined';
    transaction.channel = 'card';
    transaction.authorization = { card_type: 'visa ', brand: 'visa', last4: '4081', channel: 'card' };
    if (outcome === 'failed') return;
    transaction.paid_at = state.now();
    transaction.fees = Math.ceil(transaction.amount * 0.015);
    const { [transaction.currency]: balance = 0 } = state.balances;
    state.balances[transaction.currency] = balance + transaction.amount - transaction.fees;
    // Paystack tells of successes only.
    emit('charge.success', transaction);
  }

  function dispute(reference: string, outcome: 'open' | 'won' | 'lost' = 'open'): void {
    const transaction = state.transactions.get(reference);
    if (!transaction) throw new Error('There is no such transaction');
    if (outcome === 'lost') transaction.status = 'reversed';
    emit(outcome === 'open' ? 'charge.dispute.create' : 'charge.dispute.resolve', {
      id: transaction.id + 500_000,
      refund_amount: transaction.amount,
      currency: transaction.currency,
      status: outcome === 'open' ? 'awaiting-merchant-feedback' : 'resolved',
      resolution: outcome === 'open' ? null : outcome === 'won' ? 'declined' : 'merchant-accepted',
      transaction,
      created_at: state.now(),
      updated_at: state.now(),
    });
  }

  function moveRefund(refund: DoubleRefund, status: DoubleRefund['status']): void {
    refund.status = status;
    emit(`refund.${status}`, {
      status,
      transaction_reference: refund.transaction_reference,
      refund_reference: status === 'processed' || status === 'failed' ? `RF_${refund.id}` : null,
      // A string in these events.
      amount: String(refund.amount),
      currency: refund.currency,
      processor: 'mpgs_zen',
      domain: 'test',
    });
  }

  function moveTransfer(
    transfer: DoubleTransfer,
    status: DoubleTransfer['status'],
    failure: string | null = null,
  ): void {
    transfer.status = status;
    transfer.updatedAt = state.now();
    transfer.failures = failure === null ? null : { message: failure };
    if (status === 'failed' || status === 'reversed')
      state.balances[transfer.currency] = (state.balances[transfer.currency] ?? 0) + transfer.amount;
    emit(`transfer.${status}`, transfer);
  }

  app.use('*', async (c, next) => {
    if (c.req.path.startsWith('/_double/') || c.req.path.startsWith('/pay/')) return next();
    double.requests.push(`${c.req.method} ${c.req.path}`);
    const fault = takeFault(double.faults);
    if (fault === 'hang') return new Promise<Response>(() => undefined);
    if (fault === 'fail') return c.text('Internal Server Error', 500);
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`) return refuse(c, 401, 'invalid_Key', 'Invalid key');
    await next();
    if (fault === 'lose') c.res = c.text('Internal Server Error', 500);
    return undefined;
  });

  app.post('/transaction/initialize', async (c) => {
    const body = await readJson(c);
    const { email, amount, currency = 'NGN', callback_url: callbackUrl = null } = body;
    if (typeof email !== 'string' || !email.includes('@')) return refuse(c, 400, 'invalid_params', 'Invalid Email');
    if (!Number.isInteger(amount) || (amount as number) <= 0)
      return refuse(c, 400, 'invalid_params', 'Invalid Amount Sent');
    const reference = typeof body.reference === 'string' ? body.reference : randomBytes(8).toString('hex');
    if (/[^\w.=-]/.test(reference))
      return refuse(c, 400, 'invalid_params', 'Invalid character in transaction reference');
    if (state.transactions.has(reference))
      return refuse(c, 400, 'duplicate_reference', 'Duplicate Transaction Reference');
    const code = randomBytes(8).toString('hex');
    state.transactions.set(reference, {
      id: state.nextId(),
      domain: 'test',
      status: 'abandoned',
      reference,
      amount: amount as number,
      currency: currency as string,
      requested_amount: amount as number,
      gateway_response: 'The transaction was not completed',
      channel: 'card',
      fees: null,
      metadata: (body.metadata ?? {}) as DoubleTransaction['metadata'],
      customer: { email },
      authorization: {},
      subaccount: typeof body.subaccount === 'string' ? { subaccount_code: body.subaccount } : {},
      paid_at: null,
      created_at: state.now(),
    });
    state.pages.set(code, { reference, callbackUrl: callbackUrl as string | null });
    return accept(c, 'Authorization URL created', {
      authorization_url: `${double.url}/pay/${code}`,
      access_code: code,
      reference,
    });
  });

  app.get('/transaction/verify/:reference', (c) => {
    const found = state.transactions.get(c.req.param('reference'));
    return found
      ? accept(c, 'Verification successful', found)
      : refuse(c, 400, 'transaction_not_found', 'Transaction reference not found.');
  });

  app.get('/transaction', (c) => page(c, 'Transactions retrieved', [...state.transactions.values()], 'created_at'));

  app.post('/refund', async (c) => {
    const body = await readJson(c);
    const found = [...state.transactions.values()].find(
      ({ id, reference }) => reference === body.transaction || id === Number(body.transaction),
    );
    if (!found) return refuse(c, 404, 'transaction_not_found', 'Transaction not found');
    if (found.status !== 'success')
      return refuse(c, 400, 'invalid_params', 'Transaction has been fully reversed or was never paid');
    const refunded = state.refunds
      .filter(({ transaction, status }) => transaction === found.id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const amount = typeof body.amount === 'number' ? body.amount : found.amount - refunded;
    if (amount <= 0 || amount > found.amount - refunded)
      return refuse(c, 400, 'invalid_params', 'Refund amount cannot be more than transaction amount');
    const refund: DoubleRefund = {
      id: state.nextId(),
      transaction: found.id,
      transaction_reference: found.reference,
      amount,
      currency: found.currency,
      status: 'pending',
      merchant_note: textOf(body.merchant_note),
      customer_note: textOf(body.customer_note),
      createdAt: state.now(),
    };
    state.refunds.push(refund);
    later(() => {
      moveRefund(refund, 'processing');
      later(() => moveRefund(refund, 'processed'));
    });
    return accept(c, 'Refund has been queued for processing', { ...refund, transaction: found });
  });

  app.get('/refund', (c) => {
    const transaction = c.req.query('transaction');
    const found = state.refunds.filter(
      (refund) =>
        transaction === undefined || [String(refund.transaction), refund.transaction_reference].includes(transaction),
    );
    return page(c, 'Refunds retrieved', found, 'createdAt');
  });

  app.get('/refund/:id', (c) => {
    const found = state.refunds.find(({ id }) => id === Number(c.req.param('id')));
    return found ? accept(c, 'Refund retrieved', found) : refuse(c, 404, 'refund_not_found', 'Refund not found');
  });

  app.get('/bank', (c) => {
    const { country, currency } = c.req.query();
    const found = banks.filter(
      (bank) => (!country || countryNames[bank.iso] === country) && (!currency || bank.currency === currency),
    );
    const data = found.map(({ iso, ...bank }) => ({
      ...bank,
      slug: bank.name.toLowerCase().replaceAll(/\W+/g, '-'),
      country: countryNames[iso],
      active: true,
    }));
    return c.json({
      status: true,
      message: 'Banks retrieved',
      data,
      meta: { next: null, previous: null, perPage: 100 },
    });
  });

  app.get('/bank/resolve', (c) => {
    const { account_number = '', bank_code: code } = c.req.query();
    if (!banks.some((bank) => bank.code === code)) return refuse(c, 400, 'invalid_bank_code', 'Unknown bank code');
    if (!/^\d{6,20}$/.test(account_number) || account_number.endsWith('9'))
      return refuse(c, 422, 'invalid_bank_code', 'Could not resolve account name. Check parameters or try again.');
    return accept(c, 'Account number resolved', { account_number, account_name: holderOf(account_number), bank_id: 1 });
  });

  app.post('/subaccount', async (c) => {
    const { business_name, settlement_bank, account_number, percentage_charge } = await readJson(c);
    if (typeof business_name !== 'string' || business_name === '')
      return refuse(c, 400, 'invalid_params', 'Business name is required');
    if (typeof percentage_charge !== 'number' || percentage_charge < 0 || percentage_charge > 100)
      return refuse(c, 400, 'invalid_params', 'Percentage charge is invalid');
    if (typeof account_number !== 'string' || account_number.endsWith('9'))
      return refuse(c, 400, 'invalid_params', 'Account details are invalid');
    const subaccount = {
      id: state.nextId(),
      subaccount_code: `ACCT_${randomBytes(8).toString('hex')}`,
      business_name,
      settlement_bank: String(settlement_bank),
      account_number,
      percentage_charge,
      is_verified: true,
      active: true,
    };
    state.subaccounts.push(subaccount);
    return accept(c, 'Subaccount created', subaccount, 201);
  });

  app.get('/subaccount/:code', (c) => {
    const found = state.subaccounts.find(({ subaccount_code }) => subaccount_code === c.req.param('code'));
    return found ? accept(c, 'Subaccount retrieved', found) : refuse(c, 404, 'not_found', 'Subaccount not found');
  });

  app.put('/subaccount/:code', async (c) => {
    const found = state.subaccounts.find(({ subaccount_code }) => subaccount_code === c.req.param('code'));
    if (!found) return refuse(c, 404, 'not_found', 'Subaccount not found');
    const { business_name, percentage_charge, active } = await readJson(c);
    if (typeof business_name === 'string') found.business_name = business_name;
    if (typeof percentage_charge === 'number') found.percentage_charge = percentage_charge;
    if (typeof active === 'boolean') found.active = active;
    return accept(c, 'Subaccount updated', found);
  });

  app.post('/transferrecipient', async (c) => {
    const body = await readJson(c);
    const bank = banks.find(({ code }) => code === body.bank_code);
    const number = String(body.account_number);
    if (!bank || bank.type !== body.type) return refuse(c, 400, 'invalid_params', 'Bank is invalid');
    if (!/^\d{6,20}$/.test(number) || number.endsWith('9'))
      return refuse(c, 400, 'invalid_params', 'Account number is invalid');
    // The same account again is the same recipient.
    const former = [...state.recipients.values()].find(
      ({ details }) => details.account_number === number && details.bank_code === bank.code,
    );
    const recipient: DoubleRecipient = {
      id: former?.id ?? state.nextId(),
      recipient_code: former?.recipient_code ?? `RCP_${randomBytes(8).toString('hex')}`,
      type: bank.type,
      name: String(body.name),
      currency: bank.currency,
      active: true,
      metadata: (body.metadata ?? null) as DoubleRecipient['metadata'],
      details: {
        account_number: number,
        account_name: holderOf(number),
        bank_code: bank.code,
        bank_name: bank.name,
      },
    };
    state.recipients.set(recipient.recipient_code, recipient);
    return accept(c, 'Transfer recipient created successfully', recipient, 201);
  });

  app.delete('/transferrecipient/:code', (c) => {
    const found = state.recipients.get(c.req.param('code'));
    if (!found) return refuse(c, 404, 'not_found', 'Transfer recipient not found');
    found.active = false;
    return c.json({ status: true, message: 'Transfer recipient set as inactive' });
  });

  app.post('/transfer', async (c) => {
    const body = await readJson(c);
    const { amount, currency = 'NGN', reference, reason = '' } = body;
    const recipient = state.recipients.get(String(body.recipient));
    if (!recipient?.active) return refuse(c, 400, 'invalid_params', 'Recipient specified is invalid');
    if (typeof reference !== 'string' || !/^[a-z0-9_-]{16,50}$/.test(reference))
      return refuse(c, 400, 'invalid_params', 'Reference is invalid');
    if (state.transfers.has(reference))
      return refuse(
        c,
        400,
        'duplicate_reference',
        'Please provide a unique reference. Reference already exists on a transfer',
      );
    if (typeof amount !== 'number' || amount <= 0) return refuse(c, 400, 'invalid_params', 'Amount is invalid');
    const balance = state.balances[String(currency)] ?? 0;
    if (balance < amount)
      return refuse(c, 400, 'insufficient_balance', 'Your balance is not enough to fulfil this request');
    state.balances[String(currency)] = balance - amount;
    const ending = amount % 100;
    const transfer: DoubleTransfer = {
      id: state.nextId(),
      transfer_code: `TRF_${randomBytes(8).toString('hex')}`,
      reference,
      amount,
      currency: String(currency),
      reason: String(reason),
      status: ending === 17 ? 'otp' : 'pending',
      failures: null,
      recipient,
      createdAt: state.now(),
      updatedAt: state.now(),
    };
    state.transfers.set(reference, transfer);
    if (ending !== 17)
      later(() => {
        if (ending === 13) return moveTransfer(transfer, 'failed', 'The account is closed');
        moveTransfer(transfer, 'success');
        if (ending === 19) later(() => moveTransfer(transfer, 'reversed', 'The bank returned the transfer'));
      });
    return accept(c, ending === 17 ? 'Transfer requires OTP to continue' : 'Transfer has been queued', transfer);
  });

  app.post('/transfer/finalize_transfer', async (c) => {
    const { transfer_code: code, otp } = await readJson(c);
    const found = [...state.transfers.values()].find(({ transfer_code }) => transfer_code === code);
    if (!found) return refuse(c, 404, 'not_found', 'Transfer not found');
    if (found.status !== 'otp') return refuse(c, 400, 'invalid_params', 'Transfer is not currently awaiting OTP');
    if (otp !== '123456') return refuse(c, 400, 'invalid_otp', 'Invalid token');
    found.status = 'pending';
    later(() => moveTransfer(found, 'success'));
    return accept(c, 'Transfer has been queued', found);
  });

  app.get('/transfer/verify/:reference', (c) => {
    const found = state.transfers.get(c.req.param('reference'));
    return found ? accept(c, 'Transfer retrieved', found) : refuse(c, 404, 'transfer_not_found', 'Transfer not found');
  });

  app.get('/transfer', (c) => page(c, 'Transfers retrieved', [...state.transfers.values()], 'createdAt'));

  app.get('/balance', (c) =>
    accept(
      c,
      'Balances retrieved',
      Object.entries(state.balances).map(([currency, balance]) => ({ currency, balance })),
    ),
  );

  app.get('/pay/:code', (c) => {
    const shown = state.pages.get(c.req.param('code'));
    const transaction = shown && state.transactions.get(shown.reference);
    return transaction ? c.html(paymentPage(transaction)) : c.text('There is no such page', 404);
  });

  app.post('/pay/:code', async (c) => {
    const shown = state.pages.get(c.req.param('code'));
    if (!shown) return c.text('There is no such page', 404);
    const { outcome } = await c.req.parseBody();
    pay(shown.reference, outcome === 'pay' ? 'success' : 'failed');
    // The customer of a declined card stays on the page and may try another one.
    const transaction = state.transactions.get(shown.reference)!;
    if (transaction.status !== 'success' || shown.callbackUrl === null) return c.html(paymentPage(transaction));
    const back = new URL(shown.callbackUrl);
    back.searchParams.set('trxref', shown.reference);
    back.searchParams.set('reference', shown.reference);
    return c.redirect(back.href, 302);
  });

  app.post('/_double/pay', async (c) => {
    const { reference, outcome } = await readJson(c);
    if (!state.transactions.has(String(reference))) return c.json({ ok: false }, 404);
    pay(String(reference), outcome === 'failed' ? 'failed' : 'success');
    return c.json({ ok: true });
  });
  app.post('/_double/dispute', async (c) => {
    const { reference, outcome } = await readJson(c);
    if (!state.transactions.has(String(reference))) return c.json({ ok: false }, 404);
    dispute(String(reference), outcome === 'won' || outcome === 'lost' ? outcome : 'open');
    return c.json({ ok: true });
  });
  // { skip, hang, fail, lose }: the next so many requests. { duplicate }: copies of each later webhook. { reorder }: the next so many webhooks.
  app.post('/_double/faults', async (c) => {
    const given = await readJson(c);
    for (const kind of ['skip', 'hang', 'fail', 'lose'] as const)
      if (typeof given[kind] === 'number') double.faults[kind] = given[kind];
    if (typeof given.duplicate === 'number') webhooks.duplicates = given.duplicate;
    if (typeof given.reorder === 'number') webhooks.reorder(given.reorder);
    return c.json({ ok: true });
  });
  app.get('/_double/state', (c) =>
    c.json({
      transactions: [...state.transactions.values()],
      refunds: state.refunds,
      transfers: [...state.transfers.values()],
      subaccounts: state.subaccounts,
      balances: state.balances,
    }),
  );

  const listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port });
  double.port = listening.port;
  double.url = `http://127.0.0.1:${listening.port}`;
  double.settings.PAYSTACK_API_URL = double.url;
  return double;
}

const PER_PAGE = 50;

/** A page of a list: `from` and `to` are instants, as in Paystack's lists. */
function page<Row extends object>(c: Context, message: string, rows: Row[], time: keyof Row) {
  const { from, to, page: number = '1', perPage = String(PER_PAGE) } = c.req.query();
  const size = Number(perPage);
  const inPeriod = rows.filter((row) => (!from || String(row[time]) >= from) && (!to || String(row[time]) <= to));
  const start = (Number(number) - 1) * size;
  return c.json({
    status: true,
    message,
    data: inPeriod.slice(start, start + size),
    meta: {
      total: inPeriod.length,
      skipped: start,
      perPage: size,
      page: Number(number),
      pageCount: Math.ceil(inPeriod.length / size),
    },
  });
}

const readJson = (c: Context): Promise<Record<string, unknown>> =>
  c.req.json<Record<string, unknown>>().catch(() => ({}));

const accept = (c: Context, message: string, data: object, status: 200 | 201 = 200) =>
  c.json({ status: true, message, data }, status);

const refuse = (c: Context, status: 400 | 401 | 404 | 422, code: string, message: string) =>
  c.json({ status: false, message, meta: { nextStep: 'Check the request' }, type: 'validation_error', code }, status);

/** The holder of an account that exists. */
const holderOf = (number: string) => `ADAEZE OKAFOR ${number.slice(-4)}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
