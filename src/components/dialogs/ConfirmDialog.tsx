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
  keepWords: string;
  /** The label of the button that does it; repeats the verb and the name. */
  doWords: string;
  /** What was asked for cannot be done; the text says why. */
  isDisabled?: boolean;
  onDo: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. Esc and the backdrop mean "no". Loaded when it is first opened. */
export function ConfirmDialog({
  title,
  children,
  keepWords,
  doWords,
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
            <Button onClick={close}>{keepWords}</Button>
            <Button
              appearance="primary"
              className={css.destructive}
              disabled={isDisabled}
              onClick={() => {
                onDo();
                close();
              }}
            >
              {doWords}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
