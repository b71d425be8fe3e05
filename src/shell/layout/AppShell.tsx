import { createElement, lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { opens } from '../../session/opens.ts';
import { afterFirstScreen } from '../navigation/after-first-screen.ts';
import { BellButton } from '../../features/notifications/BellButton.tsx';
import { usePushed } from '../notifications/use-pushed.ts';
import { useAttention } from '../../features/notifications/use-attention.ts';
import { approvalDialog, helpPanel, orderingPanel, searchDialog } from '../../routes.ts';
import { links } from '../../links.ts';
import { useLock } from '../../session/kitchen-mode.ts';
import { session, useSession } from '../../session/session.ts';
import { holdRequests, openOwnDatabase, settle, startSync } from '../../sync/runtime/client.ts';
import { PageSlots } from '../../ui/page/Page.tsx';
import { Toaster } from '../../ui/page/Toaster.tsx';
import { classes } from '../../ui/classes.ts';
import { kitchenDensity } from '../../ui/density.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import styles from './AppShell.module.css';
import { BottomBar } from './BottomBar.tsx';
import { ClosedPlace } from './ClosedPlace.tsx';
import { Drawer } from './Drawer.tsx';
import { UnsavedMutationsNotice } from './UnsavedMutationsNotice.tsx';
import { isFullScreen } from './full-screen.ts';
import { MenuButton } from './MenuButton.tsx';
import { OrderingPill } from './OrderingPill.tsx';
import { OverlayDrawer } from './OverlayDrawer.tsx';
import { openPlaces } from './nav-items.ts';
import { PersonButton } from './PersonButton.tsx';
import { SearchButton } from './SearchButton.tsx';
import { ShellBanner, UpdateBanner } from './ShellBanner.tsx';
import { SyncStatus } from './SyncStatus.tsx';
import { beforeReload } from '../pwa/update.ts';
import { useAutoPrint } from './use-auto-print.ts';
import { useKitchenLock } from './use-kitchen-lock.ts';
import { useFollowedRole } from './use-followed-role.ts';
import { useManners } from './use-manners.ts';
import { useReloadForPlace } from './use-reload-for-place.ts';
import { useSearchDialog } from './use-search-dialog.ts';
import { useStanding } from './use-standing.ts';
import { useRinger } from '../notifications/use-ringer.ts';

const UnsentPanel = lazy(() =>
  import('../../features/unsent/UnsentPanel.tsx').then((m) => ({ default: m.UnsentPanel })),
);

const NotificationPanel = lazy(() =>
  import('../../features/notifications/NotificationPanel.tsx').then((m) => ({ default: m.NotificationPanel })),
);

const ApprovalDialog = lazy(() => approvalDialog().then((dialog) => ({ default: dialog })));

const OrderingPanel = lazy(() => orderingPanel().then((panel) => ({ default: panel })));

const HelpPanel = lazy(() => helpPanel().then((panel) => ({ default: panel })));

const SearchDialog = lazy(() => searchDialog().then((dialog) => ({ default: dialog })));

const DESKTOP = '(min-width: 1024px)';
const VERIFY_AFTER_MS = 2_000;

// Before the first render: the sooner the database is open, the sooner the first rows appear. The worker starts after them.
openOwnDatabase();

/** The frame around every screen of the app: drawer, bottom bar, sync status, banners, the "Unsent changes" panel. */
export function AppShell({ children }: { children: ReactNode }) {
  const { drawer, authToken, kitchenMode } = useSession();
  const isShared = kitchenMode !== null;
  const isClosed = useLock() === 'everything';
  const standing = useStanding();
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const isAlone = isFullScreen(pathname, search);
  const isAllowed = opens(standing.role, `${pathname}?${search}`);
  // On a phone a chat fills the screen, because its field is at the bottom, above the keyboard.
  const isWriting = pathname.startsWith('/restaurant/chats/');
  const isDesktop = useMedia(DESKTOP);
  const isPhone = useMedia(PHONE);
  useKitchenLock();
  useFollowedRole();
  const { newOrders, waiting } = useAttention();
  const ringer = useRinger();
  const printing = useAutoPrint();
  const manners = useManners();
  const [overlayAt, setOverlayAt] = useState<string | null>(null);
  const [isUnsentOpen, setIsUnsentOpen] = useState(false);
  const [isNewsOpen, setIsNewsOpen] = useState(false);
  const [isOrderingOpen, setIsOrderingOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const isHelpPage = pathname === links.help();
  const { isSearchOpen, setIsSearchOpen } = useSearchDialog();

  useEffect(() => {
    if (!authToken) return;
    startSync();
    // Unsent changes must not be evicted when the disk is full. A refusal changes nothing.
    void navigator.storage?.persist?.().catch(() => false);
    // Render first and verify later: the HTTP client is not part of the first load.
    return afterFirstScreen(() => {
      void import('../../session/account.ts').then(
        async ({ refreshAccount }) => {
          // The guard then fetches the account again and shows the profile form.
          if ((await refreshAccount()) === 'incomplete') session.user = null;
        },
        () => undefined,
      );
    }, VERIFY_AFTER_MS);
  }, [authToken]);

  useReloadForPlace();
  usePushed(authToken !== null);
  useEffect(() => beforeReload(settle, holdRequests), []);

  // The overlay closes when the page changes.
  const isOverlayOpen = overlayAt === pathname && !isDesktop && !isAlone;
  const isDrawerShown = isDesktop && drawer.isOpen && !isAlone;
  const openMenu = () => {
    if (isDesktop) session.drawer.isOpen = true;
    else setOverlayAt(pathname);
  };

  const openSearch = () => {
    setOverlayAt(null);
    setIsSearchOpen(true);
  };

  // Over the page that the person is on; the address of Help has Insights under it.
  const openHelp = () => {
    setOverlayAt(null);
    setIsHelpOpen(true);
  };
  const closeHelp = () => {
    setIsHelpOpen(false);
    if (isHelpPage) navigate(links.insights(), { replace: true });
  };

  return (
    <PageSlots
      value={{
        menu: !isPhone && !isDrawerShown && <MenuButton onClick={openMenu} isOpen={isOverlayOpen} />,
        search: !isDrawerShown && !isShared && <SearchButton onOpen={openSearch} />,
        person: isShared && <PersonButton />,
        status: <SyncStatus onOpen={() => setIsUnsentOpen(true)} />,
        ordering: !isClosed && <OrderingPill onOpen={() => setIsOrderingOpen(true)} />,
        bell: !isClosed && <BellButton waiting={waiting} onOpen={() => setIsNewsOpen(true)} />,
        onBell: () => setIsNewsOpen(true),
        banner: <ShellBanner />,
        update: <UpdateBanner />,
      }}
    >
      <div className={classes('g-flex', styles.shell, isAlone && styles.alone, isAlone && kitchenDensity)}>
        <a className={`g-row g-primary g-round-6 g-tall g-absolute g-pad-x-16 ${styles.skip}`} href="#content">
          Skip to the content
        </a>
        {isDrawerShown && (
          <Drawer
            newOrders={newOrders}
            onClose={() => (session.drawer.isOpen = false)}
            onSearch={openSearch}
            onHelp={openHelp}
          />
        )}
        <div className={`g-flex g-narrow g-surface g-clip ${styles.panel}`}>
          {isAllowed ? children : <ClosedPlace />}
          {manners && createElement(manners)}
        </div>
        {isPhone && !isAlone && !isWriting && (
          <BottomBar newOrders={newOrders} onMore={openMenu} isMoreOpen={isOverlayOpen} />
        )}
      </div>
      {isOverlayOpen && (
        <OverlayDrawer
          newOrders={newOrders}
          onClose={() => setOverlayAt(null)}
          onSearch={openSearch}
          onHelp={openHelp}
        />
      )}
      {isShared && (
        <Suspense fallback={null}>
          <ApprovalDialog />
        </Suspense>
      )}
      {isUnsentOpen && (
        <Suspense fallback={null}>
          <UnsentPanel onClose={() => setIsUnsentOpen(false)} />
        </Suspense>
      )}
      {isNewsOpen && (
        <Suspense fallback={null}>
          <NotificationPanel onClose={() => setIsNewsOpen(false)} onHelp={openHelp} />
        </Suspense>
      )}
      {isOrderingOpen && (
        <Suspense fallback={null}>
          <OrderingPanel onClose={() => setIsOrderingOpen(false)} />
        </Suspense>
      )}
      {(isHelpOpen || isHelpPage) && (
        <Suspense fallback={null}>
          <HelpPanel onClose={closeHelp} />
        </Suspense>
      )}
      {isSearchOpen && (
        <Suspense fallback={null}>
          <SearchDialog
            places={openPlaces(standing)}
            {...standing}
            onOrdering={() => setIsOrderingOpen(true)}
            onNews={() => setIsNewsOpen(true)}
            onUnsent={() => setIsUnsentOpen(true)}
            onHelp={openHelp}
            onClose={() => setIsSearchOpen(false)}
          />
        </Suspense>
      )}
      {ringer && createElement(ringer)}
      {printing && createElement(printing)}
      <UnsavedMutationsNotice />
      <Toaster isRaised={isAlone} />
    </PageSlots>
  );
}
