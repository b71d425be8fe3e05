import { CloudOff20Filled } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { mutate } from '../../data/mutate.ts';
import { useRows } from '../../data/live.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { groupBy } from '../../lib/group-by.ts';
import { attentionOf, isWaiting, newsOf } from './attention.ts';
import { BellSettings } from './BellSettings.tsx';
import { markAsRead } from './mutations.ts';
import { NotificationList } from './NotificationList.tsx';
import css from './panel.module.css';
import { PushControl } from './push/PushControl.tsx';
import { newestNotifications, pendingOrders } from './queries.ts';
import { WaitingOrders } from './WaitingOrders.tsx';

/** Bell settings, unanswered orders, and notifications. */
export function NotificationPanel(panel: PanelProps) {
  const restaurant = useRestaurant();
  return restaurant && <Content restaurant={restaurant} {...panel} />;
}

interface PanelProps {
  onClose: () => void;
  /** The kitchen view has no navigation, so help is reached from here. */
  onHelp: () => void;
}

function Content({ restaurant, onClose, onHelp }: PanelProps & { restaurant: Restaurant }) {
  const orders = useRows('orders', pendingOrders, [])?.filter(isWaiting);
  const told = useRows('notifications', newestNotifications, []);
  const sync = useSyncState();
  const news = told && newsOf(told, orders ?? []);
  const unread = news?.filter((one) => one.read_at === null) ?? [];
  const readAll = (ids: typeof unread) => {
    for (const [entity, group] of groupBy(ids, (one) => one.entity))
      mutate(markAsRead, { path: { entity }, body: { notification_ids: group.map(({ id }) => id) } });
  };
  const isKnown = orders && news && (sync?.isComplete !== false || orders.length + news.length > 0);
  return (
    <SidePanel
      title="Notifications"
      summary={isKnown ? summary(attentionOf(orders, told ?? [])) : 'Loading'}
      onClose={onClose}
      footer={
        <button
          type="button"
          className="g-button"
          onClick={() => {
            onClose();
            onHelp();
          }}
        >
          Help
        </button>
      }
    >
      {sync?.gate === 'offline' && (
        <div className={`g-row g-gap-12 g-tall-48 g-below-8 ${css.notice}`}>
          <CloudOff20Filled aria-hidden="true" />
          <p>
            <b>Offline{sync.since && ` since ${timeOf(sync.since, restaurant.timezone)}`}.</b> What came in since then
            is not here yet.
          </p>
        </div>
      )}
      <BellSettings restaurant={restaurant} />
      {!isKnown && <SkeletonRows rows={5} label="Loading notifications" rowHeight={56} />}
      {isKnown && orders.length > 0 && (
        <WaitingOrders orders={orders} timezone={restaurant.timezone} onLeave={onClose} />
      )}
      <PushControl />
      {isKnown && (
        <NotificationList
          news={news}
          unreadCount={unread.length}
          timezone={restaurant.timezone}
          onRead={(one) => one.read_at === null && readAll([one])}
          onReadAll={() => readAll(unread)}
          onLeave={onClose}
        />
      )}
    </SidePanel>
  );
}

const summary = (waiting: number): string => (waiting === 0 ? 'Nothing waits for you' : `${waiting} waiting`);
