import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Archive20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  Pause20Regular,
  Play20Regular,
} from '@fluentui/react-icons';
import type { Promotion } from '../../../contract/promotions/calls.ts';
import { promotionStatus } from '../../../contract/promotions/status.ts';
import { KeyValueList } from '../../components/KeyValueList.tsx';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { Picture } from '../../files/Picture.tsx';
import { money } from '../../lib/money.ts';
import { sourceLabel, typeLabel } from '../../ui/order-label.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { allItems, categories as readCategories } from '../menu/queries.ts';
import { customerLabels, offerLabel, scopeLabels, statusLabels } from './labels.ts';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { archivePromotion, pausePromotion, removePromotion, resumePromotion } from './mutations.ts';
import { runsLabel, type PromotionLook } from './promotion-columns.tsx';
import css from './promotions.module.css';
import type { PromotionRow } from './queries.ts';

const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

interface Props {
  /** null: it is not here. */
  promotion: PromotionRow | null;
  look: PromotionLook;
  onEdit: (promotion: PromotionRow) => void;
  onDuplicate: (promotion: PromotionRow) => void;
  onClose: () => void;
}

/** One promotion beside the list: its results, its rules, and what can be done with it. */
export function PromotionPanel({ promotion, look, onEdit, onDuplicate, onClose }: Props) {
  const [asked, setAsked] = useState<'archive' | 'delete' | null>(null);
  if (!promotion)
    return (
      <SidePanel title="Promotion" summary="Not on this device" onClose={onClose}>
        <p className="g-faint g-pad-y-8">This promotion does not exist, or has not reached this device yet.</p>
      </SidePanel>
    );
  const status = promotionStatus(promotion, new Date(look.now));
  const path = { id: promotion.id };
  const isArchived = promotion.archived_at !== null;
  return (
    <>
      <SidePanel
        title={promotion.name}
        summary={`${offerLabel(promotion)}, ${statusLabels[status].toLowerCase()}`}
        onClose={onClose}
        footer={
          <div className="g-row g-wrap g-gap-8">
            {!isArchived && (
              <Button icon={<Edit20Regular />} onClick={() => onEdit(promotion)}>
                Edit
              </Button>
            )}
            {!isArchived && promotion.is_enabled && (
              <Button icon={<Pause20Regular />} onClick={() => mutate(pausePromotion, { path, body: {} })}>
                Pause
              </Button>
            )}
            {!isArchived && !promotion.is_enabled && (
              <Button
                appearance="primary"
                icon={<Play20Regular />}
                onClick={() => mutate(resumePromotion, { path, body: {} })}
              >
                {promotion.published_at === null ? 'Start' : 'Resume'}
              </Button>
            )}
            <Button icon={<Copy20Regular />} onClick={() => onDuplicate(promotion)}>
              Duplicate
            </Button>
            {!isArchived && (
              <Button icon={<Archive20Regular />} onClick={() => setAsked('archive')}>
                Archive
              </Button>
            )}
            {promotion.times_used === 0 && (
              <Button icon={<Delete20Regular />} onClick={() => setAsked('delete')}>
                Delete
              </Button>
            )}
          </div>
        }
      >
        <Content promotion={promotion} look={look} />
      </SidePanel>
      {asked === 'archive' && (
        <Suspense>
          <ConfirmDialog
            title={`Archive “${promotion.name}”?`}
            keepLabel="Keep it"
            submitLabel="Archive promotion"
            onDo={() => mutate(archivePromotion, { path, body: {} })}
            onClose={() => setAsked(null)}
          >
            It ends for good{promotion.code === null ? '' : ', and its code is free for another promotion'}. Orders that
            have it keep their price. Its results stay in the list of archived promotions.
          </ConfirmDialog>
        </Suspense>
      )}
      {asked === 'delete' && (
        <Suspense>
          <ConfirmDialog
            title={`Delete “${promotion.name}”?`}
            keepLabel="Keep it"
            submitLabel="Delete promotion"
            onDo={() => {
              mutate(removePromotion, { path, body: {} });
              onClose();
            }}
            onClose={() => setAsked(null)}
          >
            No order has used it, so nothing else changes.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

function Content({ promotion, look }: { promotion: Promotion; look: PromotionLook }) {
  const items = useRows('menu_items', (db) => allItems(db), []) ?? [];
  const categories = useRows('menu_categories', (db) => readCategories(db), []) ?? [];
  const { currency } = promotion;
  const amount = (minor: number | null) => minor !== null && money(minor, currency);
  const namesOf = (rows: readonly { id: string; name: string }[], ids: string[]) =>
    ids.map((id) => rows.find((row) => row.id === id)?.name ?? 'Deleted').join(', ');
  const { times_used: orders, spent_amount: given, revenue_amount: revenue } = promotion;
  return (
    <div className={css.content}>
      {promotion.image_url && (
        <Picture url={promotion.image_url} width={800} alt="" className={css.photo} otherwise={null} />
      )}
      {promotion.description && <p className="g-break">{promotion.description}</p>}
      <h3>Results</h3>
      <dl className={`g-grid g-gap-12 ${css.results}`}>
        {[
          ['Orders', orders.toLocaleString('en-GB')],
          ['Discount given', money(given, currency)],
          ['Revenue of those orders', money(revenue, currency)],
        ].map(([name, value]) => (
          <div key={name} className="g-edge g-round-8 g-pad-10-16">
            <dt className="g-faint g-text-13">{name}</dt>
            <dd className="g-size-18 g-strong">{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Offer</h3>
      <KeyValueList
        pairs={{
          'Applies to': scopeLabels[promotion.applies_to],
          Categories: namesOf(categories, promotion.category_ids),
          Items: namesOf(items, promotion.item_ids),
          'At most': amount(promotion.max_discount_amount),
          'Minimum order': promotion.min_order_amount !== 0 && amount(promotion.min_order_amount),
          Combined: promotion.is_stackable ? 'With other promotions' : 'Only by itself',
          Priority: String(promotion.priority),
        }}
      />
      <h3>For whom and when</h3>
      <KeyValueList
        pairs={{
          Code: promotion.code ?? 'None: it applies by itself',
          Customers:
            promotion.segment !== null && promotion.customer_scope === 'segment'
              ? segmentLabels[promotion.segment]
              : customerLabels[promotion.customer_scope],
          'Order types': promotion.order_types.map(typeLabel).join(', ') || 'All',
          Sources: promotion.channels.map(sourceLabel).join(', ') || 'All',
          Runs: runsLabel(promotion, look),
        }}
      />
      <h3>Limits</h3>
      <KeyValueList
        pairs={{
          Uses:
            promotion.usage_limit === null
              ? 'No limit'
              : `${orders.toLocaleString('en-GB')} of ${promotion.usage_limit.toLocaleString('en-GB')}`,
          'For each customer': promotion.usage_limit_per_customer,
          Budget: promotion.budget_amount !== null && `${money(given, currency)} of ${amount(promotion.budget_amount)}`,
        }}
      />
    </div>
  );
}
