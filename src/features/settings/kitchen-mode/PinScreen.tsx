import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Fire24Regular, LockClosed28Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { matchRoute, routes } from '../../../../contract/routes.ts';
import { links } from '../../../links.ts';
import { useSession } from '../../../session/session.ts';
import { kitchenDensity } from '../../../ui/density.ts';
import { Page } from '../../../ui/page/Page.tsx';
import css from './kitchen-mode.module.css';
import { LeaveForm } from './LeaveForm.tsx';
import { useDevicePeople } from './people.ts';
import { PinEntry } from './PinEntry.tsx';
import { openByPin } from './requests.ts';

/** Replaces a page that a device in kitchen mode opens only with a PIN. The page appears by itself once it is allowed. */
export function PinScreen() {
  const [pathname] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const people = useDevicePeople();
  const isForAll = useSession().kitchenMode?.pinFor === 'everything';
  const match = matchRoute(pathname);
  const title = match ? routes[match.path].title : 'Galley';
  return (
    <Page title={title}>
      <div className={`${kitchenDensity} g-row g-gap-12 g-centered g-column ${css.gate}`}>
        <span className={`g-center g-circle ${css.icon}`} aria-hidden="true">
          <LockClosed28Regular />
        </span>
        <p className="g-text-18 g-strong g-ink">Enter the PIN to open {title}.</p>
        <p className={`g-soft ${css.text}`}>
          {isForAll
            ? 'Several people use this device. Choose your name and enter your PIN; it locks when nobody has touched it for five minutes.'
            : 'This device is in kitchen mode. A PIN opens what that person may do, until nobody has touched it for five minutes.'}
        </p>
        {isLeaving ? (
          <LeaveForm onCancel={() => setIsLeaving(false)} />
        ) : (
          <>
            <PinEntry people={people} submitLabel="Unlock" onPin={openByPin} />
            <Button appearance="subtle" onClick={() => setIsLeaving(true)}>
              Leave kitchen mode
            </Button>
          </>
        )}
        {!isForAll && (
          <p className={`g-flex g-wrap g-middle ${css.ways}`}>
            <Link href={links.kitchen()}>
              <Fire24Regular aria-hidden="true" />
              Back to the kitchen
            </Link>
            {match?.path === '/restaurant/menu' && <Link href={links.availability()}>Availability board</Link>}
          </p>
        )}
      </div>
    </Page>
  );
}
