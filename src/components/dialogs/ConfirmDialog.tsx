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
import css from './ConfirmDialog.module.css';
import { useClosing } from '../../ui/use-closing.ts';

export interface ConfirmProps {
  /** Verb and object: 'Delete "Evening menu"?' */
  title: string;
  children: ReactNode;
  /** The label of the button that changes nothing: "Keep the menu". */
  keepLabel: string;
  /** The label of the button that does it; repeats the verb and the name. */
  submitLabel: string;
  /** What was asked for cannot be done; the text says why. */
  isDisabled?: boolean;
  onDo: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. Esc and the backdrop mean "no". Loaded when it is first opened. */
export function ConfirmDialog({
  title,
  children,
  keepLabel,
  submitLabel,
  isDisabled = false,
  onDo,
  onClose,
}: ConfirmProps) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Dialog open={isOpen} modalType="alert" onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface className={css.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions>
            <Button onClick={close}>{keepLabel}</Button>
            <Button
              appearance="primary"
              className={css.destructive}
              disabled={isDisabled}
              onClick={() => {
                onDo();
                close();
              }}
            >
              {submitLabel}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
