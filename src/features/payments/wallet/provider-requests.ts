import * as wallet from '../../../../contract/settings/wallet-provider-calls.ts';
import type {
  CustomGateway,
  WalletProvider,
  WalletProviderName,
} from '../../../../contract/settings/wallet-provider-calls.ts';
import { send, type Result } from '../../../api/send.ts';

interface BankAccount {
  bank_code: string;
  account_number: string;
}

export const verifyAccount = (account: BankAccount): Promise<Result<{ account_name: string | null }>> =>
  send(wallet.verifyBankAccount, { body: account });

export function connectPaystack(
  entry: BankAccount & { business_name: string; percentage_charge_bp: number },
  documents: readonly File[],
): Promise<Result<WalletProvider>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(entry)) form.append(name, String(value));
  for (const file of documents) form.append('documents', file);
  // The call takes its body as a form, too (isMultipart).
  return send(wallet.connectPaystack, { body: form as never });
}

interface GatewayEntry {
  provider_name: string;
  public_key: string;
  secret_key?: string;
  is_active: boolean;
  mode: 'test' | 'live';
}

export const saveGateway = (entry: GatewayEntry): Promise<Result<CustomGateway>> =>
  send(wallet.saveCustomGateway, { body: entry });

export const disconnect = (provider: WalletProviderName): Promise<Result<{ ok: true }>> =>
  send(wallet.disconnect, { path: { provider } });
