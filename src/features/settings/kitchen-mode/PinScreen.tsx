import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Fire24Regular, LockClosed28Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { matchRoute, routes } from '../../../../contract/routes.ts';
import { links } from '../../../routes.ts';
import { Page } from '../../../ui/Page.tsx';
import css from './kitchen-mode.module.css';
import { LeaveForm } from './LeaveForm.tsx';
import { PinPad } from './PinPad.tsx';

/** In the place of a page that this kitchen's device opens with its PIN. The page itself comes by itself once it may. */
export function PinScreen() {
  const [pathname] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const match = matchRoute(pathname);
  const title = match ? routes[match.path].title : 'Galley';
  return (
    <Page title={title}>
      <div className={css.gate}>
        <span className={css.icon} aria-hidden="true">
          <LockClosed28Regular />
        </span>
        <p className={css.fact}>Enter the PIN to open {title}.</p>
        <p className={css.text}>This device is in kitchen mode. The PIN opens money and settings for five minutes.</p>
        {isLeaving ? (
          <LeaveForm onCancel={() => setIsLeaving(false)} />
        ) : (
          <>
            <PinPad />
            <Button appearance="subtle" size="large" className={css.wide} onClick={() => setIsLeaving(true)}>
              Leave kitchen mode
            </Button>
          </>
        )}
        <p className={css.ways}>
          <Link href={links.kitchen()}>
            <Fire24Regular aria-hidden="true" />
            Back to the kitchen
          </Link>
          {match?.path === '/restaurant/menu' && <Link href={links.availability()}>Availability board</Link>}
        </p>
      </div>
    </Page>
  );
}
