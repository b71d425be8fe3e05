import { useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { TableConfig, type DiningTable } from '../../../../contract/reservations/settings.ts';
import { faultsOfTables, savedSettings } from '../../../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useSettingsDraft } from '../../../components/settings/use-settings-draft.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { settingLabels } from '../labels.ts';
import { saveTableConfig } from '../mutations.ts';
import { NumberField } from './NumberField.tsx';
import { PartCard } from './PartCard.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import css from './settings.module.css';
import { TableFields } from './TableFields.tsx';

/** Areas and tables, drawn on a plan by dragging, with the arrow keys or by numbers. */
export function TablesCard({ restaurant }: { restaurant: Restaurant }) {
  const saved = savedSettings(restaurant).tables;
  const { shown, changed, overtaken, edit, discard } = useSettingsDraft(`${restaurant.id}.tables`, saved);
  const [chosen, setChosen] = useState<string | null>(null);
  const { areas, tables } = shown;
  const isRight = TableConfig.safeParse(shown).success;
  const faults = Object.values(faultsOfTables(shown) ?? {});
  const setTable = (id: string, patch: Partial<DiningTable>) =>
    edit({ tables: tables.map((table) => (table.id === id ? { ...table, ...patch } : table)) });
  const removeTables = (isGone: (table: DiningTable) => boolean) => {
    const gone = new Set(tables.filter(isGone).map(({ id }) => id));
    return tables
      .filter(({ id }) => !gone.has(id))
      .map((table) => ({ ...table, joinable_with: table.joinable_with.filter((id) => !gone.has(id)) }));
  };
  const addTable = (areaId: string) => {
    const table = newTable(areaId, tables);
    edit({ tables: [...tables, table] });
    setChosen(table.id);
  };
  const table = tables.find(({ id }) => id === chosen);
  return (
    <PartCard
      title="Tables and areas"
      submitLabel="Save tables"
      isDirty={Object.keys(changed).length > 0}
      overtaken={overtaken.map((field) => settingLabels[field])}
      faults={isRight ? faults : ['Correct the marked fields: every table and area needs a name.']}
      onDiscard={() => {
        discard();
        setChosen(null);
      }}
      onSave={() => {
        mutate(saveTableConfig, { body: { restaurant_id: restaurant.id, ...changed } });
        discard();
        showToast({ title: 'Tables saved' });
      }}
    >
      <div className={css.fields}>
        <NumberField
          label="Smallest party online"
          value={shown.min_guests_online}
          min={1}
          max={1000}
          onChange={(value) => edit({ min_guests_online: value })}
        />
        <NumberField
          label="Largest party online"
          hint="Larger parties call you."
          value={shown.max_guests_online}
          min={1}
          max={1000}
          onChange={(value) => edit({ max_guests_online: value })}
        />
      </div>
      {areas.map((area) => (
        <section key={area.id} className={css.day} aria-label={area.name || 'New area'}>
          <div className="g-row g-wrap g-gap-12">
            <Field label="Area" validationMessage={area.name.trim() ? undefined : 'Give it a name.'}>
              <Input
                value={area.name}
                maxLength={60}
                onChange={(_event, data) =>
                  edit({ areas: areas.map((one) => (one.id === area.id ? { ...one, name: data.value } : one)) })
                }
              />
            </Field>
            <Button icon={<Add20Regular />} onClick={() => addTable(area.id)}>
              Add a table
            </Button>
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove the area ${area.name} with its tables`}
              onClick={() =>
                edit({
                  areas: areas.filter(({ id }) => id !== area.id),
                  tables: removeTables(({ area_id }) => area_id === area.id),
                })
              }
            />
          </div>
          <PlanEditor
            area={area}
            tables={tables.filter(({ area_id }) => area_id === area.id)}
            chosen={chosen}
            onChoose={setChosen}
            onMove={(id, position) => setTable(id, { position })}
          />
          {table?.area_id === area.id && (
            <TableFields
              table={table}
              areas={areas}
              others={tables.filter((one) => one.id !== table.id && one.area_id === table.area_id)}
              onChange={(patch) => setTable(table.id, patch)}
              onRemove={() => {
                edit({ tables: removeTables(({ id }) => id === table.id) });
                setChosen(null);
              }}
            />
          )}
        </section>
      ))}
      {areas.length === 0 && <p>Begin with an area, such as “Dining room” or “Terrace”, and add its tables.</p>}
      <div>
        <Button
          icon={<Add20Regular />}
          disabled={areas.length >= 30}
          onClick={() =>
            edit({
              areas: [
                ...areas,
                {
                  id: newId(),
                  name: areas.length === 0 ? 'Dining room' : `Area ${areas.length + 1}`,
                  sort_order: areas.length,
                },
              ],
            })
          }
        >
          Add an area
        </Button>
      </div>
    </PartCard>
  );
}

/** A table of four beside the others, with the next number. */
function newTable(areaId: string, tables: readonly DiningTable[]): DiningTable {
  const names = new Set(tables.map(({ name }) => name));
  let number = tables.length + 1;
  while (names.has(String(number))) number += 1;
  const at = tables.filter(({ area_id }) => area_id === areaId).length;
  return {
    id: newId(),
    name: String(number),
    area_id: areaId,
    min_capacity: 1,
    max_capacity: 4,
    extra_capacity: 0,
    shape: 'square',
    is_joinable: false,
    joinable_with: [],
    is_enabled: true,
    priority: 0,
    position: { x: 20 + (at % 4) * 135, y: 20 + Math.floor(at / 4) * 120, width: 110, height: 90, rotation: 0 },
  };
}
