import { links } from '../links.ts';
import { LinkTabs } from './LinkTabs.tsx';

/** Customers, and the promotions for them. */
export function CustomerTabs({ current }: { current: 'customers' | 'promotions' }) {
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
