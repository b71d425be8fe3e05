import { useId, type ReactNode } from 'react';
import {
  changedPreferences,
  type NotificationPreferences,
  type PreferencesChange,
} from '../../../../contract/notifications/preferences.ts';
import settings from '../../../components/settings/settings.module.css';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import { changedFields, changeOf, fieldLabel, fieldsOf, type PreferenceFields } from './preference-fields.ts';

export interface SavedPreferences {
  saved: NotificationPreferences;
  restaurantId: string;
  /** Stores what was changed. */
  save: (change: PreferencesChange) => void;
}

interface Props extends SavedPreferences {
  /** "sound", as in "Save sound". */
  what: string;
  title: string;
  isOwn: (field: string) => boolean;
  faultsOf?: (shown: NotificationPreferences) => Record<string, string>;
  children: (fields: {
    shown: NotificationPreferences;
    errors: Record<string, string>;
    edit: (change: Partial<NotificationPreferences>) => void;
  }) => ReactNode;
}

/** Preferences that are saved together. Only what was changed is sent. */
export function PreferenceSection({ saved, restaurantId, save, what, title, isOwn, faultsOf, children }: Props) {
  const id = useId();
  const own = Object.fromEntries(Object.entries(fieldsOf(saved)).filter(([field]) => isOwn(field)));
  const labels = Object.fromEntries(Object.keys(own).map((field) => [field, fieldLabel(field)]));
  const withFields = (fields: PreferenceFields) => changedPreferences(saved, changeOf(fields));
  return (
    <SettingsForm
      name={`${restaurantId}.notifications.${what}`}
      what={what}
      saved={own}
      labels={labels}
      {...(faultsOf && { faultsOf: (fields: PreferenceFields) => faultsOf(withFields(fields)) })}
      onSave={(changed) => save(changeOf(changed))}
    >
      {({ shown: fields, errors, edit }) => {
        const shown = withFields(fields);
        return (
          <section className={`g-group ${settings.card}`} aria-labelledby={id}>
            <h3 className="g-group-title" id={id}>
              {title}
            </h3>
            {children({ shown, errors, edit: (change) => edit(changedFields(shown, { ...shown, ...change })) })}
          </section>
        );
      }}
    </SettingsForm>
  );
}
