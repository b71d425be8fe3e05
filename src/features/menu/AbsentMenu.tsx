import { Button } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { links } from '../../routes.ts';
import { Page } from '../../ui/Page.tsx';
import { MenuStates } from './MenuStates.tsx';

/** A menu or category that is not on this device: still on its way, or gone. */
export function AbsentMenu({ what }: { what: 'menu' | 'category' }) {
  const [, navigate] = useLocation();
  return (
    <Page title="Menu" breadcrumb={[{ label: 'Menu', to: links.menu() }]}>
      <MenuStates
        what={`This ${what}`}
        empty={`There is no such ${what}`}
        hint="It was deleted, or the address is not right."
        action={<Button onClick={() => navigate(links.menu())}>Show all menus</Button>}
      />
    </Page>
  );
}
