import {
  TransientError,
  type PaymentProvider,
  type PayoutRequest,
  type PayoutState,
  type ProviderResult,
  type Recipient,
} from '../../server/integrations/payment-providers/provider.ts';

/**
 * How a request ends. `lost`: the provider does it, and the answer never arrives. `down`: it does not arrive. `refuse`: a final no. `hang`:
 * it arrives when `arrive` is called, and the answer never does.
 */
export type BankEnding = 'answer' | 'lost' | 'down' | 'refuse' | 'hang';

type BankMethod = 'payOut' | 'findPayout' | 'resolveBankAccount' | 'addRecipient' | 'removeRecipient';

/** The part of a payment provider that pays money out, in memory. */
export interface FakeBank extends Pick<
  PaymentProvider,
  'listBanks' | 'resolveBankAccount' | 'addRecipient' | 'removeRecipient' | 'payOut' | 'findPayout'
> {
  /** Endings of the next requests of a method; then it answers. */
  planBank(method: BankMethod, ...endings: BankEnding[]): void;
  recipients: Map<string, Recipient>;
  /** State of new recipients. */
  recipientsAre: Recipient['status'];
  /** By our reference. */
  payouts: Map<string, PayoutState & { amount: number }>;
  /** Requests to pay out under a reference that was paid out already. A careful caller makes none. */
  repeatedPayouts: number;
  /** Lets the hanging payouts arrive. */
  arrive(): void;
  /** The payout's new state. */
  settlePayout(ourReference: string, fields: Partial<PayoutState>): PayoutState;
}

export const FAKE_HOLDER = 'TAMARIND KITCHEN LTD';

export function fakeBank(): FakeBank {
  const plans = new Map<BankMethod, BankEnding[]>();
  const hanging: (() => void)[] = [];

  async function end<T>(method: BankMethod, effect: () => T): Promise<ProviderResult<T>> {
    const ending = plans.get(method)?.shift() ?? 'answer';
    if (ending === 'down') throw new TransientError('The provider is down');
    if (ending === 'hang') {
      hanging.push(effect);
      throw new TransientError('The provider did not answer in time');
    }
    if (ending === 'refuse')
      return { kind: 'refused', code: 'invalid_account', message: 'Account 00012345678 is not known.' };
    const value = effect();
    if (ending === 'lost') throw new TransientError('The answer was lost');
    return { kind: 'answer', value: structuredClone(value) };
  }

  function pay(request: PayoutRequest): PayoutState {
    const known = bank.payouts.get(request.ourReference);
    if (known) {
      bank.repeatedPayouts += 1;
      return known;
    }
    const payout = {
      reference: `po_${request.ourReference}`,
      ourReference: request.ourReference,
      status: 'processing' as const,
      failureCode: null,
      failureMessage: null,
      expectedArrivalOn: '2026-11-24',
      amount: request.amount,
    };
    bank.payouts.set(request.ourReference, payout);
    return payout;
  }

  const bank: FakeBank = {
    recipients: new Map(),
    recipientsAre: 'verified',
    payouts: new Map(),
    repeatedPayouts: 0,
    planBank: (method, ...endings) => void plans.set(method, endings),
    arrive: () => {
      for (const effect of hanging.splice(0)) effect();
    },
    settlePayout(ourReference, fields) {
      const known = bank.payouts.get(ourReference);
      if (!known) throw new Error('The fake bank does not know this payout');
      const settled = { ...known, ...fields };
      bank.payouts.set(ourReference, settled);
      return structuredClone(settled);
    },
    listBanks: async (country) => ({
      kind: 'answer',
      value: [
        { bank_code: '058', bank_name: 'Harbour Bank', country_code: country, currency: 'GBP', type: 'bank' },
        { bank_code: '044', bank_name: 'Lantern Bank', country_code: country, currency: 'GBP', type: 'bank' },
      ],
    }),
    resolveBankAccount: () => end('resolveBankAccount', () => ({ account_name: FAKE_HOLDER })),
    addRecipient(_account, { accountNumber, name }) {
      // Of a provider that this is a part of, its own.
      const { recipientsAre: status } = this;
      return end('addRecipient', () => {
        const recipient: Recipient = {
          reference: `ba_${accountNumber.slice(-4)}`,
          bankName: 'Harbour Bank',
          accountName: name,
          last4: accountNumber.slice(-4),
          status,
        };
        bank.recipients.set(recipient.reference, recipient);
        return recipient;
      });
    },
    removeRecipient: (_account, reference) =>
      end('removeRecipient', () => {
        bank.recipients.delete(reference);
        return null;
      }),
    payOut: (request) => end('payOut', () => pay(request)),
    findPayout: (_account, ourReference) => end('findPayout', () => bank.payouts.get(ourReference) ?? null),
  };
  return bank;
}
