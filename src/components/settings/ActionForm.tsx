import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useSession } from '../../session/session.ts';
import { UserName } from '../../ui/UserName.tsx';
import css from './action-form.module.css';

interface Props {
  /** A heading above the fields. Without one, `label` or what is around the form names it. */
  title?: string;
  label?: string;
  submitLabel: string;
  cancelLabel?: string;
  /** What it sends. With `isOfOwner`, its fields say what went wrong. */
  action: { isBlocked: boolean; why: string | null; fault?: string; stateId: string };
  /** It asks for the owner's password. Password managers find the account by the hidden user name. */
  isOfOwner?: boolean;
  onSend: (form: HTMLFormElement) => void | Promise<void>;
  /** Changes nothing. */
  onCancel?: (() => void) | undefined;
  /** Another button. */
  other?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A form within a page that is sent at once, which needs a network, and says why it cannot be sent and what came of it. */
export function ActionForm({
  title,
  label,
  submitLabel,
  cancelLabel = 'Cancel',
  action: { isBlocked, why, fault, stateId },
  isOfOwner = false,
  onSend,
  onCancel,
  other,
  className = 'g-stack g-full g-gap-12 g-text-start g-max-480',
  children,
}: Props) {
  const { user } = useSession();
  const id = useId();
  return (
    <form
      className={className}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) void onSend(event.currentTarget);
      }}
    >
      {title !== undefined && (
        <h2 className="g-group-title" id={id}>
          {title}
        </h2>
      )}
      {isOfOwner && <UserName email={user?.email ?? ''} />}
      {children}
      {!isOfOwner && (
        <p className={`g-bad ${css.why}`} aria-live="assertive">
          {fault}
        </p>
      )}
      <p id={stateId} className={`g-warn ${css.why}`} aria-live="polite">
        {why}
      </p>
      <div className="g-row g-wrap g-gap-12">
        {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
        {other}
        <Button type="submit" appearance="primary" aria-describedby={stateId} disabledFocusable={isBlocked}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
