import { useEffect, useState, type ComponentType } from 'react';
import { autoPrint } from '../../routes.ts';
import { useSession } from '../../session/session.ts';
import { showFault } from '../../ui/page/toast.ts';
import { afterFirstScreen } from '../navigation/after-first-screen.ts';

const AFTER_MS = 1_000;

/** What prints without a tap, loaded after the first page; null: this device has no printer, or the code has not come yet. */
export function useAutoPrint(): ComponentType | null {
  const { printer } = useSession();
  const [loaded, setLoaded] = useState<{ AutoPrint: ComponentType } | null>(null);
  const isWanted = printer !== null;
  useEffect(() => {
    if (!isWanted) return;
    return afterFirstScreen(() => {
      autoPrint().then(
        (AutoPrint) => setLoaded({ AutoPrint }),
        () => showFault('Tickets are not printed', 'Reload the page.'),
      );
    }, AFTER_MS);
  }, [isWanted]);
  return isWanted ? (loaded?.AutoPrint ?? null) : null;
}
