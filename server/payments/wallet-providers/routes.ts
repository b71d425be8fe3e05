import { bankProvider, providers as knownProviders } from '../../../contract/payments/providers.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/settings/wallet-provider-calls.ts';
import { limits } from '../../pipeline/limits.ts';
import { take } from '../../db/rate-limits.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { BankConnectedProvider } from '../../integrations/payment-providers/provider.ts';
import { TransientError, type ProviderResult } from '../../integrations/payment-providers/provider.ts';
import { sealGatewaySecret } from '../custom-gateway.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import type { Services } from '../../pipeline/services.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import {
  deleteAccount,
  findAccount,
  readAccounts,
  saveAccount,
  toWalletProviders,
  webhookUrlOf,
  type PaymentAccount,
} from './accounts.ts';
import { keepPapers, refusePaper, removePapers } from './papers.ts';
import { bytesOf } from '../../pipeline/received-files.ts';

const SHOWN_OF_SECRET = 4;
const { label } = knownProviders[bankProvider];

/** The payment providers of a restaurant. What waits for a provider runs outside of a transaction. */
export function walletProviderRoutes(services: Services): Handler[] {
  const { providers, pools } = services;
  const inRestaurant = <T>({ restaurantId }: BaseContext, run: (db: Tx) => Promise<T>): Promise<T> =>
    withTransaction(pools.app, restaurantId, 'write', (client) => run(drizzle(client)));

  const list = defineHandler(contract.listProviders, async (c) => {
    const { country_code: countryCode } = await loadRestaurant(c.db, c.restaurantId);
    return toWalletProviders({
      accounts: await readAccounts(c.db, c.restaurantId),
      providers,
      env: c.env,
      countryCode,
    });
  });

  const listBanks = defineHandlerWithoutTransaction(contract.listPaystackBanks, async (c) => {
    const client = providers[bankProvider];
    if (!client) return notHere();
    const { country } = await placeOf(c);
    const found = await request(() => client.listBanks(country));
    if (found instanceof Refusal) return found;
    if (found.kind === 'refused') return refuse('provider_refused', { message: found.message });
    return found.value.map(({ bank_code, bank_name }) => ({ bank_code, bank_name }));
  });

  const verify = defineHandlerWithoutTransaction(contract.verifyBankAccount, async (c) => {
    const client = providers[bankProvider];
    if (!client) return notHere();
    const exceeded = await take(c.accounts, limits.bankAccountChecks, c.restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const resolved = await resolve(c, client, c.body);
    return resolved instanceof Refusal ? resolved : { account_name: resolved };
  });

  const connect = defineHandlerWithoutTransaction(contract.connectPaystack, async (c) => {
    const client = providers[bankProvider];
    if (!client) return notHere();
    const { business_name: businessName, bank_code: bankCode, account_number: accountNumber } = c.body;
    const percentageChargeBp = Number(c.body.percentage_charge_bp);
    if (percentageChargeBp < c.env.platformFeeBp)
      return refuse('invalid_fields', {
        field_errors: { percentage_charge_bp: `At least ${c.env.platformFeeBp / 100} %` },
      });
    const papers = (c.body.documents ?? []).map(bytesOf);
    const faults = papers.map(refusePaper);
    const faulty = faults.findIndex((fault) => fault !== null);
    if (faulty >= 0) return refuse('invalid_fields', { field_errors: { [`documents.${faulty}`]: faults[faulty]! } });
    const exceeded = await take(c.accounts, limits.bankAccountChecks, c.restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const accountName = await resolve(c, client, c.body);
    if (accountName instanceof Refusal) return accountName;
    const { country } = await placeOf(c);
    const banks = await request(() => client.listBanks(country));
    if (banks instanceof Refusal) return banks;
    const bank = banks.kind === 'answer' ? banks.value.find(({ bank_code }) => bank_code === bankCode) : undefined;
    if (!bank) return refuse('invalid_fields', { field_errors: { bank_code: 'Choose a bank' } });
    const former = await inRestaurant(c, (db) => findAccount(db, c.restaurantId, bankProvider));
    const saved = await request(() =>
      client.saveSubaccount({ businessName, bankCode, accountNumber, percentageChargeBp }, former?.account ?? null),
    );
    if (saved instanceof Refusal) return saved;
    if (saved.kind === 'refused') return refuse('invalid_fields', { field_errors: { account_number: saved.message } });
    if (papers.length > 0) await keepPapers(openFiles(c.env), c.restaurantId, papers);
    const at = c.now.toISOString();
    const account: PaymentAccount = {
      restaurant_id: c.restaurantId,
      id: former?.id ?? newId(c.now),
      provider: bankProvider,
      status: saved.value.isActive ? 'verified' : 'broken',
      reason: saved.value.isActive ? null : `${label} has deactivated this account`,
      account: saved.value.account,
      details: {
        business_name: businessName,
        bank_name: bank.bank_name,
        account_name: accountName,
        account_number_last4: accountNumber.slice(-4),
        percentage_charge_bp: percentageChargeBp,
        documents_count: papers.length > 0 ? papers.length : Number(former?.details.documents_count ?? 0),
      },
      secret_sealed: null,
      secret_last4: null,
      is_active: true,
      mode: client.isDouble ? 'test' : 'live',
      checked_at: at,
      created_at: former?.created_at ?? at,
      updated_at: at,
    };
    c.note('wallet.connected', { provider: bankProvider });
    return inRestaurant(c, async (db) => {
      await saveAccount(db, account);
      const accounts = await readAccounts(db, c.restaurantId);
      const shown = toWalletProviders({ accounts, providers, env: c.env, countryCode: country });
      return shown.find(({ provider }) => provider === bankProvider)!; // all are listed
    });
  });

  const disconnect = defineHandler(contract.disconnect, async (c) => {
    const provider = contract.WalletProviderName.parse(c.path.provider);
    const gone = await deleteAccount(c.db, c.restaurantId, provider);
    if (gone?.provider === bankProvider) await removePapers(openFiles(c.env), c.restaurantId);
    if (gone) c.note('wallet.disconnected', { provider });
    return { ok: true as const };
  });

  /** The holder's name; null where the bank tells none. */
  async function resolve(
    c: BaseContext,
    client: BankConnectedProvider,
    { bank_code: bankCode, account_number: accountNumber }: { bank_code: string; account_number: string },
  ): Promise<string | null | Refusal> {
    const place = await placeOf(c);
    const found = await request(() => client.resolveBankAccount({ ...place, bankCode, accountNumber }));
    if (found instanceof Refusal) return found;
    if (found.kind === 'refused') return refuse('invalid_fields', { field_errors: { account_number: found.message } });
    return found.value?.account_name ?? null;
  }

  const placeOf = (c: BaseContext) =>
    inRestaurant(c, async (db) => {
      const { country_code: country, currency } = await loadRestaurant(db, c.restaurantId);
      return { country: country ?? '', currency };
    });

  return [list, listBanks, verify, connect, saveCustomGateway, disconnect];
}

const saveCustomGateway = defineHandler(contract.saveCustomGateway, async (c) => {
  const { provider_name, public_key, secret_key: secret, is_active, mode } = c.body;
  const former = await findAccount(c.db, c.restaurantId, 'custom');
  if (!former && secret === undefined)
    return refuse('invalid_fields', { field_errors: { secret_key: 'Enter the secret key' } });
  const at = c.now.toISOString();
  const id = former?.id ?? newId(c.now);
  const account: PaymentAccount = {
    restaurant_id: c.restaurantId,
    id,
    provider: 'custom',
    status: former?.status ?? 'pending',
    reason: former?.reason ?? null,
    account: id,
    details: { provider_name, public_key },
    secret_sealed: former?.secret_sealed ?? null,
    secret_last4: former?.secret_last4 ?? null,
    is_active,
    mode,
    checked_at: former?.checked_at ?? null,
    created_at: former?.created_at ?? at,
    updated_at: at,
    // Another key has proved nothing yet.
    ...(secret !== undefined && {
      status: 'pending',
      reason: null,
      checked_at: null,
      secret_sealed: sealGatewaySecret(c.env, { restaurantId: c.restaurantId, accountId: id }, secret),
      secret_last4: secret.slice(-SHOWN_OF_SECRET),
    }),
  };
  await saveAccount(c.db, account);
  c.note('wallet.connected', { provider: 'custom' });
  return {
    provider_name,
    public_key,
    secret_last4: account.secret_last4 ?? '',
    webhook_url: webhookUrlOf(c.env, id),
    is_active,
    mode,
    last_verified_at: account.status === 'verified' ? account.checked_at : null,
    status: account.status,
  };
});

const notHere = () => refuse('provider_refused', { message: `This installation has no keys of ${label}` });

/** Refuses if the provider does not answer. */
async function request<T>(run: () => Promise<ProviderResult<T>>): Promise<ProviderResult<T> | Refusal> {
  try {
    return await run();
  } catch (fault) {
    if (fault instanceof TransientError) return refuse('provider_unavailable', { retry_after_seconds: 5 });
    throw fault;
  }
}
