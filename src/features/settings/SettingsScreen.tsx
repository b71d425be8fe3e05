import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { pushControl } from '../../routes.ts';
import { useMay } from '../../session/use-may.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import { views } from '../../views.ts';
import css from '../../components/settings/settings.module.css';
import { SettingsTabs, tabOf } from './SettingsTabs.tsx';

const PushControl = lazy(() => pushControl().then((control) => ({ default: control })));
const PeopleTab = lazy(views.peopleTab);
const NotificationsTab = lazy(views.notificationsTab);
const ReservationsTab = lazy(views.reservationsTab);
const WalletTab = lazy(views.walletTab);
const SubscriptionTab = lazy(views.subscriptionTab);
const SecurityTab = lazy(views.securityTab);
const LeaveCard = lazy(views.leaveCard);
const OwnPinCard = lazy(views.ownPinCard);
const AccountCards = lazy(() => import('./data/AccountCards.tsx').then((m) => ({ default: m.AccountCards })));
/** Tabs of the restaurant's own settings, which are mirrored and may be changed offline. */
const ofRestaurant = {
  account: lazy(() => import('./account/AccountTab.tsx').then((m) => ({ default: m.AccountTab }))),
  hours: lazy(() => import('./hours/HoursTab.tsx').then((m) => ({ default: m.HoursTab }))),
  orders: lazy(() => import('./service/OrdersTab.tsx').then((m) => ({ default: m.OrdersTab }))),
  delivery: lazy(views.deliveryTab),
  taxes: lazy(() => import('./service/TaxesTab.tsx').then((m) => ({ default: m.TaxesTab }))),
  kitchen: lazy(() => import('./service/KitchenTab.tsx').then((m) => ({ default: m.KitchenTab }))),
  printers: lazy(() => import('./service/PrintersTab.tsx').then((m) => ({ default: m.PrintersTab }))),
};

/** The settings by subject; `?tab=` names it. */
export function SettingsScreen() {
  const tab = tabOf(useSearch());
  const restaurant = useRestaurant();
  const ownsAccount = useMay('account');
  const Own = Object.hasOwn(ofRestaurant, tab) ? ofRestaurant[tab as keyof typeof ofRestaurant] : null;
  return (
    <Page title="Settings" isFlush>
      <div className={css.layout}>
        <SettingsTabs current={tab} />
        <div className={`g-stack g-gap-16 ${css.page}`}>
          <Suspense fallback={<SkeletonRows rows={6} rowHeight={64} label="Loading the settings" />}>
            {Own &&
              (restaurant ? (
                <Own key={restaurant.id} restaurant={restaurant} />
              ) : (
                <SkeletonRows rows={6} rowHeight={64} label="Loading the settings" />
              ))}
            {tab === 'security' && (
              <SecurityTab>
                <OwnPinCard />
                {ownsAccount ? <AccountCards /> : <LeaveCard />}
              </SecurityTab>
            )}
            {tab === 'people' && <PeopleTab />}
            {tab === 'general' && <GeneralTab push={<PushControl />} />}
            {tab === 'notifications' && <NotificationsTab />}
            {tab === 'reservations' && <ReservationsTab />}
            {tab === 'wallet' && <WalletTab />}
            {tab === 'subscription' && <SubscriptionTab />}
          </Suspense>
        </div>
      </div>
    </Page>
  );
}
