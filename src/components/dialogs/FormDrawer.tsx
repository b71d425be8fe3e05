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
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { useFormSurface } from './use-form-surface.ts';

/** Many fields at the right-hand edge of the page. Loaded when it is first opened. */
export function FormDrawer({
  title,
  children,
  submitLabel,
  keepLabel = 'Cancel',
  isDisabled,
  onDo,
  onClose,
}: FormProps) {
  const { isOpen, close, leave, isAsked, keep, fields } = useFormSurface(onClose);
  return (
    <OverlayDrawer
      open={isOpen}
      position="end"
      size="medium"
      className={form.drawer}
      onOpenChange={(_event, data) => !data.open && leave()}
    >
      <form
        noValidate
        className="g-stack g-whole g-full"
        onSubmit={(event) => {
          event.preventDefault();
          // Of a form within a form: React's events pass through portals.
          event.stopPropagation();
          if (onDo() === true) close();
        }}
      >
        <DrawerHeader>
          <DrawerHeaderTitle
            action={<Button appearance="subtle" aria-label="Close" icon={<Dismiss20Regular />} onClick={leave} />}
          >
            {title}
          </DrawerHeaderTitle>
        </DrawerHeader>
        <DrawerBody className={form.fields} {...fields}>
          {children}
        </DrawerBody>
        <DrawerFooter>
          {isAsked ? (
            <DiscardQuestion onKeep={keep} onDiscard={close} />
          ) : (
            <>
              <Button type="submit" appearance="primary" disabled={isDisabled ?? false}>
                {submitLabel}
              </Button>
              <Button onClick={close}>{keepLabel}</Button>
            </>
          )}
        </DrawerFooter>
      </form>
    </OverlayDrawer>
  );
}
