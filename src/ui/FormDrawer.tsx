import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import form from './form.module.css';
import type { FormProps } from './FormDialog.tsx';
import { useClosing } from './use-closing.ts';

/** Many fields beside the page, from its right-hand edge. Esc and the backdrop change nothing. Loaded at its first opening. */
export function FormDrawer({ title, children, doWords, keepWords = 'Cancel', isDisabled, onDo, onClose }: FormProps) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <OverlayDrawer
      open={isOpen}
      position="end"
      size="medium"
      className={form.drawer}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <form
        noValidate
        className={form.column}
        onSubmit={(event) => {
          event.preventDefault();
          if (onDo()) close();
        }}
      >
        <DrawerHeader>
          <DrawerHeaderTitle
            action={<Button appearance="subtle" aria-label="Close" icon={<Dismiss20Regular />} onClick={close} />}
          >
            {title}
          </DrawerHeaderTitle>
        </DrawerHeader>
        <DrawerBody className={form.fields}>{children}</DrawerBody>
        <DrawerFooter>
          <Button type="submit" appearance="primary" disabled={isDisabled ?? false}>
            {doWords}
          </Button>
          <Button onClick={close}>{keepWords}</Button>
        </DrawerFooter>
      </form>
    </OverlayDrawer>
  );
}
