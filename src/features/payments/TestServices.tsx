import { listProviders } from '../../../contract/settings/wallet-provider-calls.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { TestServicesBanner } from '../../ui/page/TestServicesBanner.tsx';

/** Says that no real money moves while a payment provider is a test double. */
export function TestServices() {
  const { answer } = useQuery(listProviders, {});
  return answer?.ok && answer.data.some(({ is_double }) => is_double) ? <TestServicesBanner /> : null;
}
