import { Button } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { links } from '../../links.ts';
import { Page } from '../../ui/page/Page.tsx';
import { MenuStates } from './MenuStates.tsx';

/** Shown for a menu or category that is not on this device: still loading, or deleted. */
export function MissingMenu({ what }: { what: 'menu' | 'category' }) {
  const [, navigate] = useLocation();
  return (
    <Page title="Menu" breadcrumb={[{ label: 'Menu', to: links.menu() }]}>
      <MenuStates
        what={`This ${what}`}
        empty={`There is no such ${what}`}
        hint="It was deleted, or the address is wrong."
        action={<Button onClick={() => navigate(links.menu())}>Show all menus</Button>}
      />
    </Page>
  );
}
