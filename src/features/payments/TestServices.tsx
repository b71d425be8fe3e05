import { listProviders, type WalletProvider } from '../../../contract/settings/wallet-provider-calls.ts';
import { send, type Result } from '../../api/send.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { TestServicesBanner } from '../../ui/TestServicesBanner.tsx';

const readProviders = (signal: AbortSignal): Promise<Result<WalletProvider[]>> => send(listProviders, {}, { signal });

/** Says that no real money moves while a payment provider is a test double. */
export function TestServices() {
  const { answer } = useServerData(readProviders);
  return answer?.ok && answer.data.some(({ is_double }) => is_double) ? <TestServicesBanner /> : null;
}
