import { useEffect, useRef, useState } from 'react';
import { Warning20Filled } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { MenuCategory } from '../../../contract/menu/calls.ts';
import { prepMinutes } from '../../../contract/restaurant/ordering.ts';
import { isEditable } from '../../../contract/orders/edit.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { currentStore } from '../../data/current.ts';
import type { Mirrored } from '../../data/db.ts';
import { newId } from '../../data/ids.ts';
import { useLive } from '../../data/live.ts';
import { mutate, mutateIn } from '../../data/mutate.ts';
import { money } from '../../lib/money.ts';
import { links } from '../../routes.ts';
import { classes } from '../../ui/classes.ts';
import { useBusy } from '../../ui/busy.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { DraftItems } from './DraftItems.tsx';
import { clashesOf } from './clashes.ts';
import css from './point-of-sale.module.css';
import { Dishes } from './Dishes.tsx';
import {
  addDish,
  addOther,
  createBody,
  draftOf,
  editBody,
  emptyDraft,
  missingIn,
  piecesOf,
  setLine,
  totalOf,
  type Draft,
} from './draft.ts';
import { OrderDetails, OrderTypeFields } from './OrderDetails.tsx';
import { keepDraft } from './kept-draft.ts';
import { createOrder, editOrder } from './mutations.ts';
import { nextShortCode } from './queries.ts';
import { OrderPlaced } from './OrderPlaced.tsx';
import { serverNow } from '../../lib/server-now.ts';

interface Props {
  restaurant: Restaurant;
  categories: MenuCategory[];
  items: Mirrored<'menu_items'>[];
  /** Where a new order begins. */
  start?: Draft;
  /** The refused order that it makes good. */
  instead?: string;
  /** The order that is corrected. */
  order?: Order;
}

/** Dishes on one side, the order on the other; on a phone one after the other. */
export function PointOfSale({ restaurant, categories, items, start, instead, order }: Props) {
  // What the person looked at: what others do to the order meanwhile is not theirs to undo.
  const [looked] = useState(order);
  const [draft, setDraft] = useState<Draft>(() => (order ? draftOf(order) : (start ?? emptyDraft())));
  const [asked, setAsked] = useState(0);
  const isAsked = asked > 0;
  const form = useRef<HTMLFormElement>(null);
  const [isBill, setIsBill] = useState(false);
  const [takenId, setTakenId] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const now = useMinute();
  const code = useLive((db) => nextShortCode(db, serverNow()), []);
  const isNew = looked === undefined;
  const type = draft.source === 'table' ? 'dine_in' : draft.type;
  const usualMinutes = prepMinutes(restaurant, type, new Date(now));
  const missing = missingIn(draft, looked);

  useBusy(!isNew || draft.lines.length > 0);

  useEffect(() => {
    if (isNew && instead === undefined) keepDraft(restaurant.id, draft);
  }, [draft, instead, isNew, restaurant.id]);

  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [asked]);

  const change = (next: Draft) => {
    setDraft(next);
    setTakenId(null);
  };

  const submit = () => {
    setAsked(asked + 1);
    if (missing) return setIsBill(true);
    if (looked) {
      const body = editBody(draft, looked, { country: restaurant.country_code });
      if (body) mutate(editOrder, { path: { id: looked.id }, body });
      return navigate(links.order(looked.id));
    }
    const id = newId();
    const place = { country: restaurant.country_code, currency: restaurant.currency, usualMinutes };
    const args = { body: createBody(draft, id, code, place) };
    if (instead === undefined) mutate(createOrder, args);
    else mutateIn(currentStore(), createOrder, args, { instead });
    setDraft(emptyDraft(draft.source));
    setTakenId(id);
    setAsked(0);
    setIsBill(false);
    if (instead !== undefined) navigate(links.order(id));
  };

  const clashes = clashesOf(draft, items);
  const pieces = piecesOf(draft);
  const total = money(totalOf(draft, looked), restaurant.currency);
  const words = looked ? 'Save changes' : `Place order ${total}`;
  return (
    <div className={classes(css.panes, isBill && css.onBill)}>
      <section className={css.dishes} aria-label="Dishes">
        <Dishes
          items={items}
          categories={categories}
          restaurant={restaurant}
          now={now}
          draft={draft}
          onAdd={(item, station) => change(addDish(draft, item, station, newId()))}
        />
        {takenId && <OrderPlaced id={takenId} />}
        <button type="button" className={css.toBill} onClick={() => setIsBill(true)} disabled={pieces === 0}>
          <span>{pieces === 1 ? '1 item' : `${pieces} items`}</span>
          <b>{total}</b>
          <span>Next</span>
        </button>
      </section>
      <form
        ref={form}
        className={css.bill}
        aria-label="The order"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={css.scroll}>
          <button type="button" className={css.toDishes} onClick={() => setIsBill(false)}>
            Add dishes
          </button>
          <OrderTypeFields draft={draft} onChange={change} missing={isAsked ? missing : null} isNew={isNew} />
          <DraftItems
            draft={draft}
            looked={looked}
            currency={restaurant.currency}
            error={isAsked ? missing?.lines : undefined}
            onLine={(id, fields) => change(setLine(draft, id, fields))}
            onOther={(name, amount) => change(addOther(draft, name, amount, newId()))}
          />
          <OrderDetails
            draft={draft}
            onChange={change}
            restaurant={restaurant}
            now={now}
            usualMinutes={usualMinutes}
            missing={isAsked ? missing : null}
            isNew={isNew}
          />
        </div>
        {order && !isEditable(order) && <p className={css.error}>The order is ready by now; it cannot be changed.</p>}
        {clashes.length > 0 && (
          <p className={css.clash} role="alert">
            <Warning20Filled aria-hidden="true" />
            <span>
              <b>Allergy.</b> {clashes.join('. ')}.
            </span>
          </p>
        )}
        <div className={css.foot}>
          {looked && <b className={css.total}>{total}</b>}
          <button type="submit" className={css.submit}>
            {words}
          </button>
        </div>
      </form>
    </div>
  );
}
