import { useEffect, useRef, type FormEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { add, WhatsappEntry, type Channel } from '../../../contract/channels/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { links } from '../../links.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { useForm } from '../../ui/form/use-form.ts';
import css from './channels.module.css';
import { enterWhatsapp } from './requests.ts';
import { whyFailed } from './labels.ts';

/** The three details of a number. `former`: the channel whose details are entered again. */
export function WhatsappForm({ former }: { former?: Pick<Channel, 'id' | 'phone_no_id' | 'waba_id'> | undefined }) {
  const { values, field, isReady, refuse } = useForm(
    { token: '', phone_no_id: former?.phone_no_id ?? '', waba_id: former?.waba_id ?? '' },
    { token: faultOf('token'), phone_no_id: faultOf('phone_no_id'), waba_id: faultOf('waba_id') },
  );
  const { run, isSending, isBlocked, why, fault, stateId, show } = useAction(add, whyFailed);
  const [, navigate] = useLocation();
  const isHere = useIsHere();

  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBlocked || !isReady(form)) return;
    const result = await run(() => enterWhatsapp(WhatsappEntry.parse(values), former?.id));
    if (!result) return;
    if (result.ok) showToast({ title: 'Details saved', detail: 'Checking with WhatsApp.' });
    // The person may have navigated away meanwhile; do not pull them back.
    if (!isHere()) return;
    if (result.ok) navigate(links.channels());
    else if (refuse(result.error.field_errors, form)) show();
  }

  return (
    <form
      className={`g-stack g-gap-16 g-max-480 ${css.form}`}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void enter(event)}
    >
      <p>
        The two IDs are in Meta’s App Dashboard, under WhatsApp, API setup. Galley asks WhatsApp whether the three are
        right before it uses the number.
      </p>
      <TextField
        {...field('token')}
        label="Token"
        type="password"
        // Keep browsers from filling in the owner's own password.
        autoComplete="new-password"
        required
        takesFocus
        hint="Use a system user’s token from Meta’s Business settings: the temporary one ends after 24 hours. It is kept encrypted and never shown again."
      />
      <TextField
        {...field('phone_no_id')}
        label="Phone number ID"
        inputMode="numeric"
        required
        hint="The ID that Meta gave the number, not the number itself."
      />
      <TextField {...field('waba_id')} label="WhatsApp Business Account ID" inputMode="numeric" required />
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={stateId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className="g-flex g-wrap g-gap-12">
        <Button type="submit" appearance="primary" aria-describedby={stateId} disabledFocusable={isBlocked}>
          Verify and save
        </Button>
        <Button disabledFocusable={isSending} onClick={() => navigate(links.channels())}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Whether the form is still on the page. */
function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return () => isHere.current;
}

/** The contract's rule and message for one field. */
const faultOf =
  (name: keyof WhatsappEntry) =>
  (value: string): string | null =>
    WhatsappEntry.shape[name].safeParse(value).error?.issues[0]?.message ?? null;
