import type { Call } from '../../../../contract/call.ts';
import type { Result } from '../../../api/send.ts';
import { useAction } from '../../../api/use-action.ts';
import { useDraftForm } from '../../../ui/form/use-draft-form.ts';
import { whyRefused } from '../labels.ts';
import { readPin } from './read-pin.ts';

/** A PIN that is sent at once, and kept nowhere but in its field. */
export function usePinForm(call: Call, request: (pin: string) => Promise<Result<unknown>>) {
  const { draft, set, wrong, check, restart } = useDraftForm({ pin: '' }, readPin);
  const action = useAction(call, whyRefused);
  const ofField = action.errors['pin'];

  /** True once it is stored; the field is empty then. */
  async function save(): Promise<boolean> {
    const values = check();
    if (!values) return false;
    const result = await action.run(() => request(values.pin));
    if (!result?.ok) return false;
    restart({ pin: '' });
    return true;
  }

  return {
    save,
    action: { ...action, fault: ofField ? '' : action.fault },
    field: {
      value: draft.pin,
      error: wrong?.pin ?? ofField ?? null,
      onChange: (pin: string) => {
        action.show();
        set({ pin });
      },
    },
  };
}
