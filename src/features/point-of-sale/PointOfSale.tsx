import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Warning20Filled } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import { priceDish, type PricedDish } from '../../../contract/orders/price-dish.ts';
import { choiceOf } from '../../../contract/orders/line-choice.ts';
import { isEditable } from '../../../contract/orders/edit.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { currentStore } from '../../data/current.ts';
import type { Mirrored } from '../../data/db.ts';
import { newId } from '../../data/ids.ts';
import { useLive, useRows } from '../../data/live.ts';
import { mutate, mutateIn } from '../../data/mutate.ts';
import { money } from '../../lib/money.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { classes } from '../../ui/classes.ts';
import { useBusy } from '../../ui/busy.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { DraftItems } from './DraftItems.tsx';
import { clashesOf } from './clashes.ts';
import css from './point-of-sale.module.css';
import { hoursWarning } from './hours-warning.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { Dishes } from './Dishes.tsx';
import {
  addDish,
  addOther,
  chooseAnew,
  createBody,
  draftOf,
  editBody,
  emptyDraft,
  limitFault,
  missingIn,
  piecesOf,
  setLine,
  timeFault,
  type Draft,
  type DraftLine,
} from './draft.ts';
import { canChoose, listOf, mustChoose, usualChoice } from './choice.ts';
import type { MenuDish } from './dishes-of.ts';
import { OrderDetails, OrderTypeFields } from './OrderDetails.tsx';
import { keepDraft } from './kept-draft.ts';
import { createOrder, editOrder } from './mutations.ts';
import { deliveryLocations } from '../delivery/queries.ts';
import { nextShortCode } from './queries.ts';
import { placeOf, previewOf } from './preview.ts';
import { PromotionCodes } from './PromotionCodes.tsx';
import { usePromotions } from './use-promotions.ts';
import { OrderPlaced, type OrderParts } from './OrderPlaced.tsx';
import { serverNow } from '../../lib/server-now.ts';

const FormDialog = lazy(() =>
  import('../../components/dialogs/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
);
const StockWarning = lazy(() => import('./StockWarning.tsx').then((module) => ({ default: module.StockWarning })));
const DishChooser = lazy(() => import('./DishChooser.tsx').then((module) => ({ default: module.DishChooser })));

interface Props {
  restaurant: Restaurant;
  categories: MenuCategory[];
  items: Mirrored<'menu_items'>[];
  menu: ReadonlyMap<string, MenuDish>;
  parts: OrderParts;
  /** The draft that a new order starts with. */
  start?: Draft;
  /** The refused order that this one replaces. */
  instead?: string;
  /** False: it does not replace the draft that this tab keeps, and the order that is made of it is shown. */
  isKept?: boolean;
  /** The order being corrected. */
  order?: Order;
}

/** Dishes on one side and the order on the other; on a phone one after the other. */
export function PointOfSale({
  restaurant,
  categories,
  items,
  menu,
  parts,
  start,
  instead,
  isKept = instead === undefined,
  order,
}: Props) {
  // The order as the person opened it: their correction must not undo what others change meanwhile.
  const [looked] = useState(order);
  const [draft, setDraft] = useState<Draft>(() => (order ? draftOf(order) : (start ?? emptyDraft())));
  const [asked, setAsked] = useState(0);
  const isAsked = asked > 0;
  const form = useRef<HTMLFormElement>(null);
  const [isBill, setIsBill] = useState(false);
  const [takenId, setTakenId] = useState<string | null>(null);
  /** The dish whose choices are open, and the line that is changed; none: it is a new one. */
  const [choosing, setChoosing] = useState<{ dish: MenuDish; line?: DraftLine } | null>(null);
  /** A dish that was tapped outside its windows, and from when on it is served. */
  const [outside, setOutside] = useState<{ item: MenuItem; from: string | null } | null>(null);
  const [lastChoices, setLastChoices] = useState<Record<string, PricedDish>>({});
  const [, navigate] = useLocation();
  const now = useMinute();
  const code = useLive((db) => nextShortCode(db, serverNow()), []);
  const isNew = looked === undefined;
  const locations = useRows('delivery_locations', deliveryLocations, []) ?? [];
  const { place, delivery } = placeOf(draft, looked, { restaurant, menu, locations, now });
  const { usualMinutes } = place;
  const missing = withFaults(missingIn(draft, looked), {
    delivery_fee: delivery?.fault,
    scheduled_for: timeFault(draft, looked, now),
    lines: limitFault(draft, looked, menu),
  });
  const outsideHours = hoursWarning(draft, looked, { restaurant, now, usualMinutes });
  const priced = usePromotions({ draft, looked, order: previewOf(draft, looked, place, now), restaurant, menu });
  const preview = previewOf(draft, looked, place, now, priced?.discounts);
  const had = new Set(looked?.discounts?.map((one) => one.code));
  // A code that the order had already may come to nothing; the server refuses a new one that does.
  const hasBadCode = priced?.refused.some((one) => !had.has(one.code)) ?? false;

  useBusy(!isNew || draft.lines.length > 0);

  useEffect(() => {
    if (isNew && isKept) keepDraft(restaurant.id, draft);
  }, [draft, isKept, isNew, restaurant.id]);

  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [asked]);

  const change = (next: Draft) => {
    setDraft(next);
    setTakenId(null);
  };

  const add = (item: MenuItem) => {
    const dish = menu.get(item.id);
    if (!dish) return;
    const at = draft.scheduledFor ?? new Date(serverNow()).toISOString();
    // With what is chosen unless changed.
    const outcome = mustChoose(dish) ? null : priceDish(dish, listOf(usualChoice(dish, new Date(at)), dish), at);
    if (outcome?.kind === 'priced') change(addDish(draft, item.id, outcome.dish, newId(), item.min_quantity));
    else setChoosing({ dish });
  };

  const submit = () => {
    setAsked(asked + 1);
    if (missing || hasBadCode) return setIsBill(true);
    if (looked) {
      const body = editBody(draft, looked, place, priced?.discounts);
      if (body) mutate(editOrder, { path: { id: looked.id }, body });
      return navigate(links.order(looked.id));
    }
    const id = newId();
    const args = { body: createBody(draft, id, code, place, priced?.discounts) };
    if (instead === undefined) mutate(createOrder, args);
    else mutateIn(currentStore(), createOrder, args, { instead });
    setDraft(emptyDraft(draft.source));
    setTakenId(id);
    setAsked(0);
    setIsBill(false);
    if (!isKept) navigate(links.order(id));
  };

  const clashes = clashesOf(draft, menu);
  const pieces = piecesOf(draft);
  const total = money(preview.total_amount, preview.currency);
  const words = looked ? 'Save changes' : `Place order ${total}`;
  return (
    <div className={classes('g-grid g-grow g-low', css.panes, isBill && css.onBill)}>
      <section className={`g-low g-relative g-scroll ${css.dishes}`} aria-label="Dishes">
        <Dishes
          {...{ items, categories, restaurant, now, draft, menu }}
          onAdd={add}
          onOutside={(item, from) => setOutside({ item, from })}
        />
        {takenId && <OrderPlaced id={takenId} restaurant={restaurant} {...parts} />}
        <button type="button" className={css.toBill} onClick={() => setIsBill(true)} disabled={pieces === 0}>
          <span>{pieces === 1 ? '1 item' : `${pieces} items`}</span>
          <b>{total}</b>
          <span>Next</span>
        </button>
      </section>
      <form
        ref={form}
        className={`g-stack g-low g-surface ${css.bill}`}
        aria-label="The order"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="g-pane g-pad-16">
          <button type="button" className={css.toDishes} onClick={() => setIsBill(false)}>
            Add dishes
          </button>
          <OrderTypeFields draft={draft} onChange={change} missing={isAsked ? missing : null} isNew={isNew} />
          <DraftItems
            draft={draft}
            order={preview}
            codes={
              draft.lines.length > 0 && (
                <PromotionCodes
                  codes={draft.codes}
                  priced={priced}
                  currency={restaurant.currency}
                  onCodes={(codes) => change({ ...draft, codes })}
                />
              )
            }
            error={isAsked ? missing?.lines : undefined}
            canChoose={({ menu_item_id }) => {
              const dish = menu.get(menu_item_id ?? '');
              return dish !== undefined && canChoose(dish);
            }}
            onChoose={(line) => {
              const dish = menu.get(line.menu_item_id ?? '');
              if (dish) setChoosing({ dish, line });
            }}
            onLine={(id, fields) => change(setLine(draft, id, fields))}
            onOther={(name, amount) => change(addOther(draft, name, amount, newId()))}
          />
          <OrderDetails
            draft={draft}
            onChange={change}
            restaurant={restaurant}
            now={now}
            usualMinutes={usualMinutes}
            laterMinutes={place.laterMinutes ?? null}
            missing={isAsked ? missing : null}
            isNew={isNew}
          />
          {delivery && (
            <DeliveryFields
              draft={draft}
              onChange={change}
              locations={locations}
              delivery={delivery}
              error={isAsked ? (missing?.delivery_fee ?? null) : null}
            />
          )}
        </div>
        {order && !isEditable(order) && (
          <p className={`g-strong ${css.error}`}>The order is ready by now; it cannot be changed.</p>
        )}
        {clashes.length > 0 && (
          <p className={`g-flex g-rigid g-gap-8 g-strong g-pad-10-16 ${css.clash}`} role="alert">
            <Warning20Filled aria-hidden="true" />
            <span>
              <b>Allergy.</b> {clashes.join('. ')}.
            </span>
          </p>
        )}
        {outsideHours && (
          <p className={classes('g-flex g-rigid g-gap-8 g-strong g-pad-10-16', css.clash)} role="status">
            <Warning20Filled aria-hidden="true" />
            <span>
              <b>Hours.</b> {outsideHours}
            </span>
          </p>
        )}
        {draft.lines.length > 0 && (
          <Suspense>
            <StockWarning draft={draft} looked={looked} dishes={items} />
          </Suspense>
        )}
        <div className={`g-row g-rigid g-gap-16 g-rule-above ${css.foot}`}>
          {looked && <b className={css.total}>{total}</b>}
          <button
            type="submit"
            className={classes(
              'g-grow g-centered g-heavy g-size-18 g-round-10',
              pieces === 0 && !looked ? css.early : `g-primary ${css.submit}`,
            )}
          >
            {words}
          </button>
        </div>
      </form>
      {outside && (
        <Suspense>
          <FormDialog
            title={`Add ${outside.item.name}?`}
            submitLabel="Add it anyway"
            onDo={() => {
              add(outside.item);
              return true;
            }}
            onClose={() => setOutside(null)}
          >
            {outside.from
              ? `It is served from ${untilLabel(outside.from, restaurant.timezone, now)}. `
              : 'It is not served at this time. '}
            Customers cannot order it now; staff can.
          </FormDialog>
        </Suspense>
      )}
      {choosing && (
        <Suspense>
          <DishChooser
            dish={choosing.dish}
            choice={choosing.line && { ...choiceOf(choosing.line), unit_amount: choosing.line.unit_amount }}
            last={lastChoices[choosing.dish.item.id]}
            scheduledFor={draft.scheduledFor}
            onDone={(dish) => {
              const { id } = choosing.dish.item;
              setLastChoices({ ...lastChoices, [id]: dish });
              change(
                choosing.line
                  ? chooseAnew(draft, choosing.line.id, dish)
                  : addDish(draft, id, dish, newId(), choosing.dish.item.min_quantity),
              );
            }}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function withFaults(missing: Record<string, string> | null, faults: Record<string, string | null | undefined>) {
  const all = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, fault] as const] : []));
  return all.length > 0 ? { ...missing, ...Object.fromEntries(all) } : missing;
}
