import { Eye20Regular, EyeOff20Regular, LockClosed20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';
import styles from './form.module.css';

/** A password that can be looked at and pasted; says when the caps lock is on. */
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
        // Its name leaves the field's own name to the field.
        <button
          type="button"
          className={styles.peek}
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
