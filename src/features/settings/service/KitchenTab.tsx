import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { foldName } from '../../../../contract/names.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useLive } from '../../../data/live.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { fieldLabels } from '../field-labels.ts';
import { saveService } from '../mutations.ts';
import { stationsOnMenu } from '../queries.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';

interface Stations {
  kitchen_stations: { id: string; name: string }[];
}

/** Where dishes are made. The menu offers these names, and the kitchen view can show one station at a time. */
export function KitchenTab({ restaurant }: { restaurant: Restaurant }) {
  const onMenu = useLive(stationsOnMenu, []) ?? [];
  return (
    <SettingsForm<Stations>
      name={`${restaurant.id}.kitchen`}
      what="kitchen stations"
      saved={{ kitchen_stations: restaurant.kitchen_stations ?? [] }}
      labels={{ kitchen_stations: fieldLabels.kitchen_stations }}
      faultsOf={faultsOf}
      onSave={(changed) => mutate(saveService, { body: { restaurant_id: restaurant.id, ...changed } })}
    >
      {({ shown: { kitchen_stations: stations }, errors, edit }) => {
        const known = new Set(stations.map(({ name }) => foldName(name)));
        const unlisted = onMenu.filter((name) => !known.has(foldName(name)));
        const set = (next: Stations['kitchen_stations']) => edit({ kitchen_stations: next });
        return (
          <section className={`g-group ${css.card}`} aria-labelledby="kitchen-title">
            <h2 className="g-group-title" id="kitchen-title">
              Kitchen stations
            </h2>
            <p>
              Where dishes are made, such as grill, fry or bar. Choose the station of a dish or a category on the menu.
            </p>
            {stations.length === 0 && <p className="g-soft">No stations yet.</p>}
            {stations.map((station, at) => (
              <div key={station.id} className="g-row g-gap-8 g-start-middle">
                <TextField
                  label={`Station ${at + 1}`}
                  value={station.name}
                  maxLength={40}
                  error={errors[station.id] ?? null}
                  onChange={(name) => set(stations.map((one) => (one.id === station.id ? { ...one, name } : one)))}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={`Remove ${station.name || `station ${at + 1}`}`}
                  onClick={() => set(stations.filter(({ id }) => id !== station.id))}
                />
              </div>
            ))}
            <div className="g-row g-wrap g-gap-8">
              <Button
                className={css.start}
                icon={<Add20Regular />}
                disabled={stations.length >= 30}
                onClick={() => set([...stations, { id: newId(), name: '' }])}
              >
                Add a station
              </Button>
              {unlisted.length > 0 && (
                <Button
                  className={css.start}
                  onClick={() => set([...stations, ...unlisted.map((name) => ({ id: newId(), name }))].slice(0, 30))}
                >
                  {`Add those on the menu: ${unlisted.join(', ')}`}
                </Button>
              )}
            </div>
          </section>
        );
      }}
    </SettingsForm>
  );
}

function faultsOf({ kitchen_stations: stations }: Stations): Record<string, string> {
  const faults: Record<string, string> = {};
  const names = new Set<string>();
  for (const { id, name } of stations) {
    const folded = foldName(name);
    if (folded === '') faults[id] = 'Required';
    else if (names.has(folded)) faults[id] = 'Two stations have this name';
    names.add(folded);
  }
  return faults;
}
