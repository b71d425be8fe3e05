import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { DraftDelivery } from './delivery-fee.ts';
import type { Draft } from './draft.ts';
import css from './point-of-sale.module.css';

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  locations: readonly DeliveryLocation[];
  delivery: DraftDelivery;
  error: string | null;
}

/** What delivery costs: by the address, by a location that staff choose, or as they say. */
export function DeliveryFields({ draft, onChange, locations, delivery, error }: Props) {
  return (
    <div className="g-stack g-gap-8">
      <div className={`g-grid g-gap-12 ${css.pair}`}>
        {locations.length > 0 && (
          <SelectField
            name="delivery-location"
            label="Delivery location"
            value={draft.locationId ?? ''}
            choices={[
              ['', 'By the address'],
              ...locations
                .filter(({ is_active, id }) => is_active || id === draft.locationId)
                .map(({ id, name }) => [id, name] as const),
            ]}
            onChange={(id) => onChange({ ...draft, locationId: id || null })}
          />
        )}
        <TextField
          label="Delivery fee"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          placeholder="As the location says"
          value={draft.fee}
          error={error}
          onChange={(fee) => onChange({ ...draft, fee })}
        />
      </div>
      <p className="g-soft" role="status">
        {delivery.text}
      </p>
    </div>
  );
}
