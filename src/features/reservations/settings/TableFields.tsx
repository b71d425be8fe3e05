import { Button, Checkbox, Field, Input, Select, Switch } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { tableShapes, type Area, type DiningTable } from '../../../../contract/reservations/settings.ts';
import { NumberField } from './NumberField.tsx';
import css from './settings.module.css';

const shapeLabels: Record<DiningTable['shape'], string> = { square: 'Square', round: 'Round', rect: 'Rectangle' };
const placeLabels = {
  x: 'From the left',
  y: 'From the top',
  width: 'Width',
  height: 'Depth',
  rotation: 'Rotation (degrees)',
};

interface Props {
  table: DiningTable;
  areas: readonly Area[];
  /** Of the same area. */
  others: readonly DiningTable[];
  onChange: (patch: Partial<DiningTable>) => void;
  onRemove: () => void;
}

/** All fields of the chosen table, its place among them. */
export function TableFields({ table, areas, others, onChange, onRemove }: Props) {
  return (
    <fieldset className="g-stack g-gap-12 g-edge g-round-8 g-pad-16">
      <legend className="g-strong">Table {table.name}</legend>
      <div className={css.fields}>
        <Field label="Name or number" validationMessage={table.name.trim() ? undefined : 'Give it a name.'}>
          <Input value={table.name} maxLength={30} onChange={(_event, data) => onChange({ name: data.value })} />
        </Field>
        <NumberField
          label="Smallest party"
          value={table.min_capacity}
          min={1}
          max={table.max_capacity || 1000}
          onChange={(value) => onChange({ min_capacity: value })}
        />
        <NumberField
          label="Seats"
          value={table.max_capacity}
          min={1}
          max={1000}
          onChange={(value) => onChange({ max_capacity: value })}
        />
        <NumberField
          label="Extra chairs"
          value={table.extra_capacity}
          min={0}
          max={100}
          onChange={(value) => onChange({ extra_capacity: value })}
        />
        <NumberField
          label="Priority"
          hint="Higher is seated first."
          value={table.priority}
          min={0}
          max={100}
          onChange={(value) => onChange({ priority: value })}
        />
        <Field label="Shape">
          <Select
            value={table.shape}
            onChange={(_event, data) =>
              onChange({ shape: tableShapes.find((shape) => shape === data.value) ?? table.shape })
            }
          >
            {tableShapes.map((shape) => (
              <option key={shape} value={shape}>
                {shapeLabels[shape]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Area">
          <Select
            value={table.area_id}
            onChange={(_event, data) => onChange({ area_id: data.value, joinable_with: [] })}
          >
            {areas.map((area) => (
              <option key={area.id} value={area.id}>
                {area.name}
              </option>
            ))}
          </Select>
        </Field>
        {(['x', 'y', 'width', 'height', 'rotation'] as const).map((field) => (
          <NumberField
            key={field}
            label={placeLabels[field]}
            value={table.position[field]}
            min={field === 'width' || field === 'height' ? 20 : 0}
            max={field === 'rotation' ? 359 : field === 'width' || field === 'height' ? 2000 : 10_000}
            step={5}
            onChange={(value) => onChange({ position: { ...table.position, [field]: value } })}
          />
        ))}
      </div>
      <Switch
        label="In use"
        checked={table.is_enabled}
        onChange={(_event, data) => onChange({ is_enabled: data.checked })}
      />
      <Switch
        label="Can be joined with other tables"
        checked={table.is_joinable}
        onChange={(_event, data) => onChange({ is_joinable: data.checked })}
      />
      {table.is_joinable && (
        <div role="group" aria-label={`Joined with ${table.name}`} className="g-row g-wrap g-gap-8">
          {others.length === 0 && <p>Add another table to this area first.</p>}
          {others.map((other) => (
            <Checkbox
              key={other.id}
              label={other.is_joinable ? other.name : `${other.name} (cannot be joined)`}
              disabled={!other.is_joinable}
              checked={table.joinable_with.includes(other.id)}
              onChange={(_event, data) =>
                onChange({
                  joinable_with:
                    data.checked === true
                      ? [...table.joinable_with, other.id]
                      : table.joinable_with.filter((id) => id !== other.id),
                })
              }
            />
          ))}
        </div>
      )}
      <div>
        <Button icon={<Delete20Regular />} onClick={onRemove}>
          Remove table {table.name}
        </Button>
      </div>
    </fieldset>
  );
}
