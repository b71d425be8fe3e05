import { Eye20Regular, EyeOff20Regular, LockClosed20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../../ui/form/TextField.tsx';

/** A password field that can show its text and accepts pasting; warns when caps lock is on. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={isCapsLock ? 'Caps lock is on' : props.hint}
      onKeyUp={(event) => setIsCapsLock(event.getModifierState('CapsLock'))}
      contentBefore={<LockClosed20Regular aria-hidden="true" />}
      contentAfter={
        // A label of its own, so that the field's label finds only the field.
        <button
          type="button"
          className={'g-center g-low g-soft g-round-6'}
          aria-label="Show what is typed"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff20Regular /> : <Eye20Regular />}
        </button>
      }
    />
  );
}
