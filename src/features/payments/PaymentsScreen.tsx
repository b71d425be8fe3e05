import { lazy, Suspense, useState } from 'react';
import { Calculator20Regular, ReceiptMoney20Regular, Wallet20Regular } from '@fluentui/react-icons';
import { MIRROR_PAYMENTS } from '../../../contract/limits.ts';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { ListScreen } from '../../components/ListScreen.tsx';
import { DaySelect } from '../../components/table/DaySelect.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { useFilters } from '../../components/use-filters.ts';
import { useLive } from '../../data/live.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { Differences } from './Differences.tsx';
import { methodName, stateLabel } from './labels.ts';
import { PaymentCard, paymentColumns } from './payment-columns.tsx';
import {
  chosenPayments,
  filterLabels,
  paymentMethods,
  paymentStates,
  readPaymentFilters,
  writePaymentFilters,
} from './payment-filters.ts';
import { allPayments } from './queries.ts';
import { Stats } from './Stats.tsx';
import { useStats } from './use-stats.ts';
import { getTaxReport } from '../../../contract/payments/report-calls.ts';
import { useMayCall } from '../../session/use-may.ts';

const TestServices = lazy(() => import('./TestServices.tsx').then((module) => ({ default: module.TestServices })));
const CashReport = lazy(() => import('./CashReport.tsx').then((module) => ({ default: module.CashReport })));

const TaxReport = lazy(() => import('./TaxReport.tsx').then((module) => ({ default: module.TaxReport })));

const states = paymentStates.map((state) => [state, stateLabel(state)] as const);
const methods = paymentMethods.map((method) => [method, methodName(method)] as const);

/** What customers paid, with the wallet's sums. */
export function PaymentsScreen() {
  const restaurant = useRestaurant();
  return restaurant ? <Payments restaurant={restaurant} /> : null;
}

function Payments({ restaurant }: { restaurant: Restaurant }) {
  const now = useMinute();
  const isOnline = useIsOnline();
  const { filters, change } = useFilters(readPaymentFilters, writePaymentFilters);
  const all = useLive(allPayments, []);
  const [isReporting, setIsReporting] = useState(false);
  const mayReadTaxes = useMayCall(getTaxReport);
  const [hasTaxReport, setHasTaxReport] = useState(false);
  // A refund or a fee changes the sums too.
  const newest = all?.reduce((highest, { version }) => Math.max(highest, version), 0);
  const { stats, hasFailed } = useStats(newest);
  const { timezone, business_day_cutoff_time: cutoff, currency } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  const [first = '', last = first] = (filters.date ?? '').split('..');
  const paid = filters.date ? businessDayRange(first, timezone, cutoff, last) : null;
  const matching = chosenPayments(all ?? [], filters, paid);
  const pending = (all ?? []).filter(({ isPending }) => isPending).reduce((sum, { amount }) => sum + amount, 0);
  const missing = !isOnline ? 'Needs a network' : hasFailed ? 'The server did not say' : 'Loading';
  return (
    <ListScreen
      nouns={{ one: 'payment', many: 'payments' }}
      all={all}
      matching={matching}
      filters={filters}
      change={change}
      placeholder="Payment, order or name"
      more={[
        { label: 'Cash report', icon: <Calculator20Regular />, onDo: () => setIsReporting(true) },
        ...(mayReadTaxes
          ? [{ label: 'Tax report', icon: <ReceiptMoney20Regular />, onDo: () => setHasTaxReport(true) }]
          : []),
      ]}
      csv={{
        name: `payments ${today}`,
        write: async (rows) => (await import('./csv.ts')).paymentsCsv(rows, restaurant),
      }}
      chips={
        <>
          <DaySelect label="Paid" date={filters.date} today={today} onChange={(date) => change({ date })} />
          <FilterChip
            name="Status"
            choices={states}
            chosen={filters.states}
            onChange={(chosen) => change({ states: chosen })}
          />
          <FilterChip
            name="Method"
            choices={methods}
            chosen={filters.methods}
            onChange={(chosen) => change({ methods: chosen })}
          />
        </>
      }
      words={[...filterLabels(filters), filters.date && 'those days']}
      cleared={{ states: [], methods: [], date: null }}
      empty={{
        icon: <Wallet20Regular />,
        title: 'No payments yet',
        hint: 'Take the first one on an order’s page, with “Take payment”.',
      }}
      columns={paymentColumns({ timezone, now })}
      renderCard={(payment) => <PaymentCard key={payment.id} payment={payment} timezone={timezone} now={now} />}
      above={
        <>
          <Suspense>
            <TestServices />
          </Suspense>
          <Differences />
          {(all?.length ?? 0) >= MIRROR_PAYMENTS && (
            <p className="g-faint g-text-13 g-pad-x-20">This device keeps the newest {MIRROR_PAYMENTS} payments.</p>
          )}
        </>
      }
      figures={<Stats stats={stats} missing={missing} pending={pending} currency={currency} />}
    >
      {isReporting && (
        <Suspense>
          <CashReport
            payments={all ?? []}
            restaurant={restaurant}
            today={today}
            onClose={() => setIsReporting(false)}
          />
        </Suspense>
      )}
      {hasTaxReport && (
        <Suspense>
          <TaxReport today={today} restaurant={restaurant} onClose={() => setHasTaxReport(false)} />
        </Suspense>
      )}
    </ListScreen>
  );
}
