import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import form from '../../ui/form/form.module.css';
import type { FormProps } from './FormDialog.tsx';
import { useClosing } from '../../ui/use-closing.ts';

/** Many fields at the right-hand edge of the page. Esc and the backdrop change nothing. Loaded when it is first opened. */
export function FormDrawer({
  title,
  children,
  submitLabel,
  keepLabel = 'Cancel',
  isDisabled,
  onDo,
  onClose,
}: FormProps) {
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
        className="g-stack g-whole"
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
            {submitLabel}
          </Button>
          <Button onClick={close}>{keepLabel}</Button>
        </DrawerFooter>
      </form>
    </OverlayDrawer>
  );
}
