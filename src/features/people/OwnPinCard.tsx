import { Dialpad24Regular } from '@fluentui/react-icons';
import * as people from '../../../contract/people/calls.ts';
import { ActionForm } from '../../components/settings/ActionForm.tsx';
import css from '../../components/settings/settings.module.css';
import { showToast } from '../../ui/page/toast.ts';
import { PinField } from './pins/PinField.tsx';
import { usePinForm } from './pins/use-pin-form.ts';
import { setOwnPin } from './requests.ts';

/** The person's own PIN, for tablets that several people use. Whether they have one already is not known here. */
export function OwnPinCard() {
  const { save, action, field } = usePinForm(people.setOwnPin, setOwnPin);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="own-pin-card">
      <div className="g-row g-gap-12">
        <Dialpad24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="own-pin-card">
          Your PIN
        </h3>
      </div>
      <p>
        With it you use a shared tablet under your own name. A new PIN replaces the one that you have; what you did by
        that one and is not sent yet will be refused.
      </p>
      <ActionForm
        label="Your PIN"
        submitLabel="Save PIN"
        action={action}
        onSend={async () => {
          if (await save()) showToast({ title: 'PIN saved', detail: 'You can use a shared tablet with this PIN.' });
        }}
      >
        <PinField {...field} />
      </ActionForm>
    </section>
  );
}
