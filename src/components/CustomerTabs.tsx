import { links } from '../links.ts';
import { LinkTabs } from './LinkTabs.tsx';
import { opens } from '../session/opens.ts';
import { useSession } from '../session/session.ts';

/** Customers, and the promotions for them. */
export function CustomerTabs({ current }: { current: 'customers' | 'promotions' }) {
  const { role } = useSession();
  if (!opens(role, links.promotions())) return null;
  return (
    <LinkTabs
      label="Customers and promotions"
      tabs={[
        { label: 'Customers', href: links.customers(), isCurrent: current === 'customers' },
        { label: 'Promotions', href: links.promotions(), isCurrent: current === 'promotions' },
      ]}
    />
  );
}
