import { useState, type ReactNode } from 'react';
import { Select } from '@fluentui/react-components';
import { ChevronDown20Regular, Food20Regular, PersonWalking20Regular, Phone20Regular } from '@fluentui/react-icons';
import { allergens as allAllergens } from '../../../contract/menu/parts.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { fromLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';
import { allergenLabel } from '../../lib/allergen-label.ts';
import { classes } from '../../ui/classes.ts';
import { DateTimeField } from '../../ui/form/DateTimeField.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './point-of-sale.module.css';
import { Customers } from './Customers.tsx';
import { forCustomer, phoneFault, type Draft, type Source } from './draft.ts';

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  restaurant: Restaurant;
  now: number;
  usualMinutes: number;
  /** What an order being corrected needs by now, longer than was promised; null: the promise stands. */
  laterMinutes: number | null;
  /** Messages for missing fields; null before the first attempt. */
  missing: Record<string, string> | null;
  /** A new order: the source of a placed one cannot change. */
  isNew: boolean;
}

/** Source and order type. */
export function OrderTypeFields({
  draft,
  onChange,
  missing,
  isNew,
}: Pick<Props, 'draft' | 'onChange' | 'missing' | 'isNew'>) {
  const set = (fields: Partial<Draft>) => onChange({ ...draft, ...fields });
  return (
    <div className="g-stack g-gap-12">
      {isNew && <Choice label="Source" value={draft.source} choices={sources} onChoose={(source) => set({ source })} />}
      {draft.source === 'table' ? (
        <TextField
          label="Table"
          value={draft.table}
          onChange={(table) => set({ table })}
          maxLength={40}
          error={missing?.table_name}
          required
        />
      ) : (
        <Choice label="Order type" value={draft.type} choices={ways} onChoose={(type) => set({ type })} />
      )}
    </div>
  );
}

/** Whom it is for, where it goes, and when. */
export function OrderDetails({ draft, onChange, restaurant, now, usualMinutes, laterMinutes, missing, isNew }: Props) {
  const set = (fields: Partial<Draft>) => onChange({ ...draft, ...fields });
  // Do not report a number as invalid while it is being typed.
  const [hasTyped, setHasTyped] = useState(false);
  const isDelivery = draft.source !== 'table' && draft.type === 'delivery';
  return (
    <div className="g-stack g-gap-12">
      <div className={`g-grid g-gap-12 ${css.pair}`}>
        <TextField
          label="Name"
          autoComplete="off"
          value={draft.name}
          onChange={(name) => set({ name, customerId: null })}
          maxLength={120}
          error={missing?.customer}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          value={draft.phone}
          onChange={(phone) => set({ phone, customerId: null })}
          onFocus={() => setHasTyped(false)}
          onBlur={() => setHasTyped(true)}
          maxLength={40}
          error={missing?.phone ?? (hasTyped ? phoneFault(draft) : null)}
        />
      </div>
      {draft.customerId === null && (
        <Customers
          typed={draft.phone || draft.name}
          onChoose={(one, address) => onChange(forCustomer(draft, one, address))}
        />
      )}
      {isDelivery && <Address draft={draft} onChange={onChange} error={missing?.delivery_address} />}
      <When
        draft={draft}
        onChange={onChange}
        timezone={restaurant.timezone}
        now={now}
        usualMinutes={usualMinutes}
        laterMinutes={laterMinutes}
        isNew={isNew}
        error={missing?.scheduled_for ?? null}
      />
      <TextField label="Note for the kitchen" value={draft.note} onChange={(note) => set({ note })} maxLength={500} />
      <details className={css.allergies} open={draft.allergens.length > 0}>
        <summary className="g-row g-spread g-gap-8 g-soft g-surface g-round-6">
          <span>
            <b>Allergies</b> {draft.allergens.length > 0 ? draft.allergens.map(allergenLabel).join(', ') : 'Not stated'}
          </span>
          <ChevronDown20Regular aria-hidden="true" />
        </summary>
        <div className="g-flex g-wrap g-gap-8">
          {allAllergens.map((one) => (
            <button
              key={one}
              type="button"
              className={`g-surface g-round-8 g-outline g-pad-x-14 ${css.chip}`}
              aria-pressed={draft.allergens.includes(one)}
              onClick={() =>
                set({
                  allergens: draft.allergens.includes(one)
                    ? draft.allergens.filter((other) => other !== one)
                    : [...draft.allergens, one],
                })
              }
            >
              {allergenLabel(one)}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

const sources: [Source, string, ReactNode][] = [
  ['walk_in', 'Walk-in', <PersonWalking20Regular key="walk_in" />],
  ['phone', 'Phone', <Phone20Regular key="phone" />],
  ['table', 'Table', <Food20Regular key="table" />],
];
const ways: [Draft['type'], string, ReactNode][] = [
  ['pickup', 'Pickup', null],
  ['delivery', 'Delivery', null],
];

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: [T, string, ReactNode][];
  onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <div className={`g-flex g-gap-4 g-surface-3 g-round-10 ${css.choice}`} role="radiogroup" aria-label={label}>
      {choices.map(([choice, word, icon]) => (
        <label
          key={choice}
          className={classes(
            'g-row g-middle g-grow g-gap-6 g-strong g-soft g-round-8',
            css.option,
            choice === value && css.chosen,
          )}
        >
          <input
            type="radio"
            className="g-hidden"
            name={label}
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
          {icon}
          {word}
        </label>
      ))}
    </div>
  );
}

function Address({ draft, onChange, error }: Pick<Props, 'draft' | 'onChange'> & { error: string | undefined }) {
  const { address } = draft;
  const set = (fields: Partial<Draft['address']>) => onChange({ ...draft, address: { ...address, ...fields } });
  return (
    <>
      <TextField
        label="Address"
        autoComplete="off"
        value={address.line_1}
        onChange={(line_1) => set({ line_1 })}
        maxLength={120}
        error={error ?? null}
        required
      />
      <div className={`g-grid g-gap-12 ${css.pair}`}>
        <TextField
          label="Postcode"
          autoComplete="off"
          value={address.postal_code}
          onChange={(postal_code) => set({ postal_code })}
          maxLength={20}
        />
        <TextField
          label="City"
          autoComplete="off"
          value={address.city}
          onChange={(city) => set({ city })}
          maxLength={80}
        />
      </div>
      <TextField
        label="How to find it"
        autoComplete="off"
        value={address.instructions}
        onChange={(instructions) => set({ instructions })}
        maxLength={200}
      />
    </>
  );
}

const minuteChoices = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90];

function When({
  draft,
  onChange,
  timezone,
  now,
  usualMinutes,
  laterMinutes,
  isNew,
  error,
}: Pick<Props, 'draft' | 'onChange' | 'now' | 'usualMinutes' | 'laterMinutes' | 'isNew'> & {
  timezone: string;
  error: string | null;
}) {
  const set = (fields: Partial<Draft>) => onChange({ ...draft, ...fields });
  const wall = (iso: string) => new Date(toLocalParts(Date.parse(iso), timezone)).toISOString().slice(0, 16);
  const choose = (value: string) => {
    if (value !== 'at') return set({ scheduledFor: null, minutes: value === '' ? null : Number(value) });
    // The next quarter of an hour that is at least an hour away.
    set({ scheduledFor: new Date(Math.ceil((now + 3_600_000) / 900_000) * 900_000).toISOString() });
  };
  return (
    <div className={`g-grid g-gap-12 ${css.pair}`}>
      <FieldFrame id="counter-when" label="When">
        <Select
          id="counter-when"
          value={draft.scheduledFor ? 'at' : String(draft.minutes ?? '')}
          onChange={(_event, data) => choose(data.value)}
        >
          <option value="">
            {isNew && `In ${usualMinutes} min (standard)`}
            {!isNew && (laterMinutes === null ? 'As promised' : `In ${laterMinutes} min (takes longer now)`)}
          </option>
          {minuteChoices.map((minutes) => (
            <option key={minutes} value={minutes}>
              In {minutes} min
            </option>
          ))}
          <option value="at">At a time …</option>
        </Select>
      </FieldFrame>
      {draft.scheduledFor && (
        <DateTimeField
          label="Day and time"
          value={wall(draft.scheduledFor)}
          min={wall(new Date(now).toISOString()).slice(0, 10)}
          error={error}
          onChange={(value) => {
            const at = Date.parse(`${value}:00Z`);
            if (!Number.isNaN(at)) set({ scheduledFor: new Date(fromLocalParts(at, timezone)).toISOString() });
          }}
        />
      )}
    </div>
  );
}
