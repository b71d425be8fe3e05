import { Button } from '@fluentui/react-components';
import { useId, useState, type ReactNode } from 'react';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { showToast } from '../../ui/page/toast.ts';
import css from './settings.module.css';
import { useSettingsDraft } from './use-settings-draft.ts';
import { capital } from '../../lib/capital.ts';

interface Props<T> {
  /** Of restaurant and tab. */
  name: string;
  /** "account", as in "Save account". */
  what: string;
  saved: T;
  labels: Record<keyof T & string, string>;
  /** What is wrong before anything is stored, by field. */
  faultsOf?: (shown: T) => Record<string, string>;
  /** Stores the changed fields; throws if the call refuses them. */
  onSave: (changed: Partial<T>) => void;
  /** Another button of the bar. `save`: false if something is wrong. */
  renderMore?: ((form: { isDirty: boolean; save: () => boolean }) => ReactNode) | undefined;
  children: (fields: { shown: T; errors: Record<string, string>; edit: (change: Partial<T>) => void }) => ReactNode;
}

/** A tab of settings that may be changed offline: kept here at once, and sent when the network is there. */
export function SettingsForm<T extends object>({
  name,
  what,
  saved,
  labels,
  faultsOf = () => ({}),
  onSave,
  renderMore,
  children,
}: Props<T>) {
  const { shown, changed, overtaken, edit, discard } = useSettingsDraft(name, saved);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [fault, setFault] = useState('');
  const isOnline = useIsOnline();
  const id = useId();
  const count = Object.keys(changed).length;
  const settle = () => {
    setErrors({});
    setFault('');
  };

  function save(): boolean {
    if (count === 0) return true;
    settle();
    const wrong = faultsOf(shown);
    if (Object.keys(wrong).length > 0) {
      setErrors(wrong);
      setFault('Check the marked fields. Nothing was saved.');
      return false;
    }
    try {
      onSave(changed);
    } catch {
      setFault('Some of these values cannot be saved. Check them.');
      return false;
    }
    discard();
    showToast({
      title: isOnline ? `${capital(what)} saved` : `${capital(what)} saved on this device. Sent when you are online.`,
    });
    return true;
  }

  return (
    <form
      className="g-stack g-gap-16"
      aria-label={capital(what)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {children({
        shown,
        errors,
        edit: (change) => {
          settle();
          edit(change);
        },
      })}
      {overtaken.length > 0 && (
        <p className="g-tone-warn g-pad-12-16 g-round-8" role="status">
          {`Changed elsewhere while you were editing: ${overtaken.map((field) => labels[field].toLowerCase()).join(', ')}. If you save, yours replaces it.`}
        </p>
      )}
      <div className={`g-row g-wrap g-gap-12 ${css.saveBar}`}>
        <p id={`${id}-state`} className={`g-fill ${fault ? 'g-bad' : 'g-soft'}`} aria-live="polite">
          {fault || stateLabel(count, isOnline)}
        </p>
        {count > 0 && (
          <Button
            onClick={() => {
              settle();
              discard();
            }}
          >
            Discard changes
          </Button>
        )}
        {renderMore?.({ isDirty: count > 0, save })}
        <Button
          type="submit"
          appearance={renderMore && count === 0 ? 'secondary' : 'primary'}
          aria-describedby={`${id}-state`}
          disabledFocusable={count === 0}
        >
          {`Save ${what}`}
        </Button>
      </div>
    </form>
  );
}

function stateLabel(count: number, isOnline: boolean): string {
  if (count === 0) return '';
  const changes = count === 1 ? '1 change is not saved yet.' : `${count} changes are not saved yet.`;
  return isOnline ? changes : `${changes} Saving works offline: it is kept here and sent later.`;
}
