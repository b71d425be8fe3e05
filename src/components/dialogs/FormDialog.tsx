import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import form from '../../ui/form/form.module.css';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { useFormSurface } from './use-form-surface.ts';

export interface FormProps {
  title: string;

  children: ReactNode;
  /** Repeats verb and object: "Add menu". */
  submitLabel: string;
  keepLabel?: string;
  /** Another way to go on, which asks nothing of the fields. */
  other?: { words: string; onDo: () => void };
  isDisabled?: boolean;
  isDestructive?: boolean;
  /** Submits; returns false if a field is invalid, and the form stays and shows which. 'next': it is done, and the form stays for another. */
  onDo: () => boolean | 'next';
  onClose: () => void;
}

/** A few fields over the page. Loaded when it is first opened. */
export function FormDialog(props: FormProps) {
  const { title, children, submitLabel, keepLabel = 'Cancel', other, isDisabled, isDestructive, onDo, onClose } = props;
  const { isOpen, close, leave, isAsked, keep, settle, fields } = useFormSurface(onClose);
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && leave()}>
      <DialogSurface className={form.dialog}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // Of a form within a form: React's events pass through portals.
            event.stopPropagation();
            const done = onDo();
            if (done === 'next') settle();
            else if (done) close();
          }}
        >
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={form.fields} {...fields}>
              {children}
            </DialogContent>
            {isAsked ? (
              <DialogActions>
                <DiscardQuestion onKeep={keep} onDiscard={close} />
              </DialogActions>
            ) : (
              <DialogActions>
                <Button onClick={close}>{keepLabel}</Button>
                {other && (
                  <Button
                    onClick={() => {
                      other.onDo();
                      close();
                    }}
                  >
                    {other.words}
                  </Button>
                )}
                <Button
                  type="submit"
                  appearance="primary"
                  disabled={isDisabled ?? false}
                  {...(isDestructive && { className: form.destructive })}
                >
                  {submitLabel}
                </Button>
              </DialogActions>
            )}
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
