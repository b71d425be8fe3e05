import { Button, Field, Input, Select, Switch, Textarea } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { postcodeExample } from '../../../contract/delivery/postcode.ts';
import type { DeliveryLocation, Point } from '../../../contract/delivery/rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { FormDrawer } from '../../components/dialogs/FormDrawer.tsx';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { addLocation, editLocation } from './mutations.ts';
import { AreaMap } from './AreaMap.tsx';
import css from './delivery.module.css';
import { typeLabels } from './labels.ts';
import {
  cornersText,
  draftOf,
  emptyDraft,
  pointText,
  readCorners,
  readPoint,
  valuesOf,
  type LocationDraft,
  type Wrong,
} from './location-draft.ts';
import { WindowFields } from './WindowFields.tsx';

interface Props {
  /** Null: a new one. */
  location: DeliveryLocation | null;
  all: readonly DeliveryLocation[];
  restaurant: Restaurant;
  onClose: () => void;
}

/** Adds a delivery location or edits one. Sends only changed fields. */
export function LocationForm({ location, all, restaurant, onClose }: Props) {
  const { currency } = restaurant;
  const form = useDraftForm(
    () => (location ? draftOf(location, currency) : emptyDraft),
    (typed) => valuesOf(typed, currency),
  );
  const { draft, set } = form;
  const wrong: Wrong = form.wrong ?? {};
  const text = (
    name: 'fee' | 'minimum' | 'freeOver' | 'etaMin' | 'etaMax' | 'priority',
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} validationMessage={wrong[name]}>
      <Input
        inputMode={name === 'priority' ? 'text' : 'decimal'}
        value={draft[name]}
        maxLength={10}
        onChange={(_event, data) => set({ [name]: data.value })}
      />
    </Field>
  );

  const save = () => {
    const values = form.check();
    if (!values) return false;
    if (!location) mutate(addLocation, { body: { id: newId(), ...values } });
    else {
      const body = form.changedIn(values, {});
      if (Object.keys(body).length > 0) mutate(editLocation, { path: { id: location.id }, body });
    }
    return true;
  };

  return (
    <FormDrawer
      title={location ? `Edit ${location.name}` : 'Add a delivery location'}
      submitLabel={location ? 'Save location' : 'Add location'}
      onDo={save}
      onClose={onClose}
    >
      <Field label="Name" required validationMessage={wrong.name}>
        <Input value={draft.name} maxLength={80} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <Field label="Define area by">
        <Select
          value={draft.type}
          onChange={(_event, data) => set({ type: data.value as DeliveryLocation['location_type'] })}
        >
          {Object.entries(typeLabels).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <AreaFields
        draft={draft}
        set={set}
        others={all.filter(({ id }) => id !== location?.id)}
        fault={wrong.area}
        country={restaurant.country_code}
      />
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {text('fee', `Fee (${currency})`, 'Empty: free.')}
        {text('minimum', 'Minimum order', 'Empty: none.')}
        {text('freeOver', 'Free delivery from', 'Empty: never free.')}
        {text('priority', 'Priority', 'Where areas overlap, the highest counts, then the lowest fee.')}
        {text('etaMin', 'Delivery time from (minutes)')}
        {text('etaMax', 'Delivery time to (minutes)', 'What customers are promised.')}
      </div>
      <Tiers draft={draft} set={set} fault={wrong.tiers} />
      <WindowFields windows={draft.windows} fault={wrong.windows} onChange={(windows) => set({ windows })} />
      <Field label="Courier">
        <Select
          value={draft.courier}
          onChange={(_event, data) => set({ courier: data.value === 'partner' ? 'partner' : 'own' })}
        >
          <option value="own">Your own couriers</option>
          <option value="partner">A delivery partner</option>
        </Select>
      </Field>
      <Field label="Note" hint="For your staff.">
        <Input value={draft.note} maxLength={500} onChange={(_event, data) => set({ note: data.value })} />
      </Field>
      <Switch
        label="Deliver there"
        checked={draft.isActive}
        onChange={(_event, data) => set({ isActive: data.checked })}
      />
    </FormDrawer>
  );
}

function postcodeHint(country: string | null): string {
  const { entry, covers, refuses } = postcodeExample(country);
  return `First part of the postcodes, separated by commas. ${entry} covers ${covers.join(' and ')}, but not ${refuses.join(' or ')}.`;
}

interface PartProps {
  draft: LocationDraft;
  set: (patch: Partial<LocationDraft>) => void;
  fault: string | undefined;
}

function AreaFields({
  draft,
  set,
  others,
  fault,
  country,
}: PartProps & { others: readonly DeliveryLocation[]; country: string | null }) {
  if (draft.type === 'named_area')
    return (
      <p className="g-soft">
        Customers choose the name, or it is the town or a part of their address. Put commas between several names.
      </p>
    );
  if (draft.type === 'postcodes')
    return (
      <Field label="Postcodes" required hint={postcodeHint(country)} validationMessage={fault}>
        <Textarea value={draft.postcodes} rows={3} onChange={(_event, data) => set({ postcodes: data.value })} />
      </Field>
    );
  if (draft.type === 'radius') {
    const radius = Number(draft.radius.replace(',', '.')) * 1000;
    const center = readPoint(draft.center);
    return (
      <>
        <div className="g-grid g-gap-16 g-pairs g-start-middle">
          <Field label="Centre" required hint="Latitude, longitude" validationMessage={fault}>
            <Input
              value={draft.center}
              placeholder="51.5074, -0.1278"
              onChange={(_event, data) => set({ center: data.value })}
            />
          </Field>
          <Field label="Distance (km)" required>
            <Input
              inputMode="decimal"
              value={draft.radius}
              maxLength={7}
              onChange={(_event, data) => set({ radius: data.value })}
            />
          </Field>
        </div>
        <AreaMap
          key={center ? 'set' : 'none'}
          shape={{ kind: 'circle', center, radius_m: radius > 0 ? radius : 0 }}
          others={others}
          onPoint={(point) => set({ center: pointText(point) })}
          onMove={(_corner, to) => set({ center: pointText(to) })}
          onRemove={() => undefined}
        />
      </>
    );
  }
  const corners = readCorners(draft.corners).filter((corner): corner is Point => corner !== null);
  const put = (next: Point[]) => set({ corners: cornersText(next) });
  return (
    <>
      <p className="g-soft">
        Tap the corners one after the other. Drag a corner to move it. The map has no streets, so that it works offline:
        enter a first corner below to begin at the right place.
      </p>
      <AreaMap
        key={corners.length === 0 ? 'none' : 'set'}
        shape={{ kind: 'polygon', corners }}
        others={others}
        onPoint={(point) => put([...corners, point])}
        onMove={(corner, to) => put(corners.map((one, i) => (i === corner ? to : one)))}
        onRemove={(corner) => put(corners.filter((_, i) => i !== corner))}
      />
      <Field label="Corners" hint="One on a line: latitude, longitude" validationMessage={fault}>
        <Textarea
          value={draft.corners}
          rows={4}
          placeholder={'51.5074, -0.1278'}
          onChange={(_event, data) => set({ corners: data.value })}
        />
      </Field>
    </>
  );
}

function Tiers({ draft: { tiers }, set, fault }: PartProps) {
  const setTier = (at: number, patch: Partial<LocationDraft['tiers'][number]>) =>
    set({ tiers: tiers.map((tier, i) => (i === at ? { ...tier, ...patch } : tier)) });
  return (
    <Field label="Other fees for larger orders" validationMessage={fault}>
      <div className="g-stack g-gap-8" role="group">
        {tiers.map((tier, at) => (
          // Two lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={css.tier}>
            <Input
              aria-label={`Order value from, fee ${at + 1}`}
              placeholder="Order from"
              inputMode="decimal"
              value={tier.from}
              onChange={(_event, data) => setTier(at, { from: data.value })}
            />
            <Input
              aria-label={`Fee ${at + 1}`}
              placeholder="Fee"
              inputMode="decimal"
              value={tier.fee}
              onChange={(_event, data) => setTier(at, { fee: data.value })}
            />
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove fee ${at + 1}`}
              onClick={() => set({ tiers: tiers.filter((_, i) => i !== at) })}
            />
          </div>
        ))}
        <div>
          <Button
            icon={<Add20Regular />}
            disabled={tiers.length >= 10}
            onClick={() => set({ tiers: [...tiers, { from: '', fee: '' }] })}
          >
            Add a fee
          </Button>
        </div>
      </div>
    </Field>
  );
}
