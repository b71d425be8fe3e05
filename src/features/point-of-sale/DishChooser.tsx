import { useState } from 'react';
import { Add20Regular, Checkmark20Filled, Subtract20Regular } from '@fluentui/react-icons';
import { isAvailable } from '../../../contract/menu/availability.ts';
import { canChooseBelow } from '../../../contract/menu/orderable.ts';
import type { Modifier, ModifierGroup } from '../../../contract/menu/modifiers.ts';
import {
  hasOpenPrice,
  NESTING_MAX,
  pieceAmount,
  priceDish,
  type Choice,
  type DishOutcome,
  type PricedDish,
} from '../../../contract/orders/price-dish.ts';
import { decimal, money, parseMoney } from '../../lib/money.ts';
import { serverNow } from '../../lib/server-now.ts';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { EdgeDialog } from '../../components/dialogs/EdgeDialog.tsx';
import { chosenOf, groupsOf, listOf, pick, prefix, usualChoice, type Chosen, type Prefix } from './choice.ts';
import { choiceWords, groupHint, prefixWords } from './choice-words.ts';
import css from './chooser.module.css';
import type { MenuDish } from './dishes-of.ts';

interface Props {
  dish: MenuDish;
  /** What stands on the line that is changed; undefined: a new one. */
  choice: Choice | undefined;
  /** What was chosen of this dish the last time. */
  last: PricedDish | undefined;
  /** When it is wanted, ISO; null: now. */
  scheduledFor: string | null;
  onDone: (dish: PricedDish) => void;
  onClose: () => void;
}

/** Size, toppings and words of a dish. A touch on one that must be chosen from opens it. */
export function DishChooser({ dish, choice, last, scheduledFor, onDone, onClose }: Props) {
  const { item } = dish;
  const [now] = useState(() => new Date(scheduledFor ?? serverNow()));
  const [chosen, setChosen] = useState<Chosen>(() => ({
    ...(choice ? chosenOf(choice) : usualChoice(dish, now)),
    price: choice?.unit_amount === undefined ? '' : decimal(choice.unit_amount, item.currency),
  }));
  const [isAsked, setIsAsked] = useState(false);
  const isOpenPrice = hasOpenPrice(item);
  const unit_amount = parseMoney(chosen.price ?? '', item.currency) ?? undefined;
  const outcome = priceDish(dish, { ...listOf(chosen, dish), ...(isOpenPrice && { unit_amount }) }, now.toISOString());
  const again = last && priceDish(dish, last, now.toISOString());
  const wrong = isAsked && outcome.kind === 'refused' ? outcome.field_errors : {};
  const variants = (item.variants ?? []).filter((one) => one.availability_status !== 'hidden' || isAvailable(one, now));

  return (
    <EdgeDialog title={item.name} closeWords={`Close ${item.name}`} onClose={onClose} className="g-stack g-gap-16">
      {(close) => {
        const finish = (done: DishOutcome) => {
          if (done.kind !== 'priced') return setIsAsked(true);
          onDone(done.dish);
          close();
        };
        return (
          <>
            {!choice && again?.kind === 'priced' && (
              <button
                type="button"
                className={`g-grid g-round-10 g-surface-2 g-text-start ${css.again}`}
                onClick={() => finish(again)}
              >
                <b>Same as last time</b>
                <span className="g-soft">{choiceWords(again.dish, item.name)}</span>
                <span>{money(pieceAmount(again.dish), item.currency)}</span>
              </button>
            )}
            {isOpenPrice && (
              <TextField
                label={`Price of ${item.name}`}
                inputMode="decimal"
                value={chosen.price ?? ''}
                onChange={(price) => setChosen({ ...chosen, price })}
                error={wrong.unit_amount ? 'An amount, such as 4.50' : null}
                takesFocus
              />
            )}
            {variants.length > 0 && (
              <fieldset className={`g-narrow ${css.group}`}>
                <legend>
                  Size or kind <span className="g-soft g-size-15 g-light">{wrong.variant_id ? '' : 'Choose 1'}</span>
                </legend>
                {wrong.variant_id && <p className="g-bad g-strong">{wrong.variant_id}</p>}
                <div className="g-stack g-gap-8">
                  {variants.map((one) => (
                    <Option
                      key={one.id}
                      name={one.name}
                      price={money(one.price_amount, item.currency)}
                      isOn={chosen.variantId === one.id}
                      isOut={!isAvailable(one, now)}
                      onTap={() => setChosen({ ...chosen, variantId: one.id })}
                    />
                  ))}
                </div>
              </fieldset>
            )}
            <Groups
              groups={groupsOf(item.modifier_groups ?? [], dish.groups)}
              prefix=""
              depth={0}
              {...{ dish, chosen, now, wrong }}
              onChange={setChosen}
            />
            <div className={`g-pad-y-8 ${css.foot}`}>
              {isAsked && outcome.kind === 'sold_out' && <p className="g-bad g-strong">{outcome.name} is sold out.</p>}
              {Object.keys(wrong).length > 0 && <p className="g-bad g-strong">Something is still to be chosen.</p>}
              <button
                type="button"
                className={`g-full g-round-10 g-primary g-strong g-size-18 g-centered ${css.add}`}
                onClick={() => finish(outcome)}
              >
                {choice ? 'Save' : 'Add'}
                {outcome.kind === 'priced' && ` ${money(pieceAmount(outcome.dish), item.currency)}`}
              </button>
            </div>
          </>
        );
      }}
    </EdgeDialog>
  );
}

interface GroupsProps {
  groups: ModifierGroup[];
  /** The way to the choice that they belong to. */
  prefix: string;
  depth: number;
  dish: MenuDish;
  chosen: Chosen;
  now: Date;
  wrong: Record<string, string>;
  onChange: (chosen: Chosen) => void;
}

function Groups({ groups, prefix, depth, ...shared }: GroupsProps) {
  const { dish, chosen, now, wrong, onChange } = shared;
  return groups.map((group) => {
    const error = wrong[`modifiers.${group.id}`];
    const way = `${prefix}${group.id}`;
    return (
      <fieldset key={way} className={classes('g-narrow', css.group, depth > 0 && css.nested)}>
        <legend>
          {group.name} <span className="g-soft g-size-15 g-light">{groupHint(group)}</span>
        </legend>
        {error && <p className="g-bad g-strong">{error}</p>}
        {group.selection_type === 'text' ? (
          <input
            className={`g-full g-tall g-pad-x-14 g-round-10 g-surface ${css.words}`}
            aria-label={group.name}
            maxLength={200}
            value={chosen.picks[`${way}/text`] ?? ''}
            onChange={(event) => onChange(pick(chosen, group, `${way}/text`, event.currentTarget.value))}
          />
        ) : (
          <div className="g-stack g-gap-8">
            {group.modifiers
              .filter((one) => one.availability_status !== 'hidden' || isAvailable(one, now))
              .map((one) => (
                <Pick key={one.id} modifier={one} group={group} path={`${way}/${one.id}`} depth={depth} {...shared} />
              ))}
          </div>
        )}
        {group.modifiers.map((one) => {
          const path = `${way}/${one.id}`;
          const below = groupsOf(
            one.nested_group_ids.map((id) => ({ id })),
            dish.groups,
          );
          return (
            path in chosen.picks &&
            depth < NESTING_MAX &&
            below.length > 0 && (
              <div key={path} className={css.below}>
                <p className="g-soft g-size-15 g-light">With {one.name}</p>
                <Groups groups={below} prefix={`${path}/`} depth={depth + 1} {...shared} />
              </div>
            )
          );
        })}
      </fieldset>
    );
  });
}

interface PickProps extends Omit<GroupsProps, 'groups' | 'prefix'> {
  modifier: Modifier;
  group: ModifierGroup;
  path: string;
}

function Pick({ modifier, group, path, depth, dish, chosen, now, onChange }: PickProps) {
  const said = chosen.prefixes?.[path];
  const count = said === 'no' ? 0 : Number(chosen.picks[path] ?? 0);
  const isMany = group.selection_type === 'multiple';
  const say = (to: Prefix | null) => onChange(prefix(chosen, group, path, to));
  const set = (to: number) => {
    // The cook reads what is left out of what belongs to the dish.
    if (to === 0 && isMany && modifier.is_default) say('no');
    else if (said === 'no') say(null);
    else onChange(pick(chosen, group, path, to));
  };
  const isOut = !isAvailable(modifier, now) || !canChooseBelow(modifier, dish.groups, now.toISOString(), depth);
  const price = modifier.price_amount > 0 ? `+${money(modifier.price_amount, dish.item.currency)}` : '';
  const isCounted = group.selection_type === 'quantity' && (modifier.max_quantity ?? 99) > 1;
  return (
    <div className="g-flex g-gap-8">
      <Option
        name={said ? prefixWords(said, modifier.name) : count > 1 ? `${count}× ${modifier.name}` : modifier.name}
        price={said === 'no' ? '' : price}
        isOn={count > 0}
        isOut={isOut}
        onTap={() => set(count > 0 && !isCounted ? 0 : Math.min(modifier.max_quantity ?? 99, count + 1))}
      />
      {isMany && (count > 0 || said === 'no') && (
        <select
          className={`g-rigid g-round-10 g-surface g-tall g-pad-x-14 ${css.prefix}`}
          aria-label={`How much ${modifier.name}`}
          value={said ?? ''}
          onChange={(event) => say((event.currentTarget.value || null) as Prefix | null)}
        >
          <option value="">As usual</option>
          <option value="extra">Extra</option>
          <option value="less">Less</option>
          <option value="no">No</option>
        </select>
      )}
      {isCounted && count > 0 && (
        <>
          <button
            type="button"
            className={`g-center g-rigid g-round-10 g-surface ${css.step}`}
            aria-label={`One ${modifier.name} less`}
            onClick={() => set(count - 1)}
          >
            <Subtract20Regular />
          </button>
          <button
            type="button"
            className={`g-center g-rigid g-round-10 g-surface ${css.step}`}
            aria-label={`One ${modifier.name} more`}
            disabled={count >= (modifier.max_quantity ?? 99)}
            onClick={() => set(count + 1)}
          >
            <Add20Regular />
          </button>
        </>
      )}
    </div>
  );
}

interface OptionProps {
  name: string;
  price: string;
  isOn: boolean;
  isOut: boolean;
  onTap: () => void;
}

function Option({ name, price, isOn, isOut, onTap }: OptionProps) {
  return (
    <button
      type="button"
      className={classes(
        'g-row g-grow g-gap-8 g-narrow g-round-10 g-surface g-text-start',
        css.option,
        isOut && css.out,
      )}
      aria-pressed={isOn}
      // What is on can still be taken off when it has been sold out meanwhile.
      disabled={isOut && !isOn}
      onClick={onTap}
    >
      {isOn && <Checkmark20Filled aria-hidden="true" />}
      <span className="g-grow g-narrow g-break g-strong">{name}</span>
      <span>{isOut ? 'Sold out' : price}</span>
    </button>
  );
}
