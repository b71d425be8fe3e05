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
import { useClosing } from './use-closing.ts';

export interface ConfirmProps {
  /** Verb and object: 'Delete "Evening menu"?' */
  title: string;
  children: ReactNode;
  /** Keeps things as they are and says so. */
  keepWords: string;
  /** Repeats the verb and the name. */
  doWords: string;
  onDo: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. Esc and the backdrop mean "no". Loaded at its first opening. */
export function ConfirmDialog({ title, children, keepWords, doWords, onDo, onClose }: ConfirmProps) {
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
