import { Button } from '@fluentui/react-components';
import type { Action } from './ActionMenu.tsx';

interface Props {
  action: Action;
  /** What the page is mostly opened for. */
  isMain?: boolean;
  /** Only its icon is shown. */
  isIcon?: boolean;
}

export function ActionButton({
  action: { label, icon, isDisabled = false, onDo },
  isMain = false,
  isIcon = false,
}: Props) {
  return (
    <Button
      appearance={isMain ? 'primary' : 'secondary'}
      icon={icon}
      disabled={isDisabled}
      {...(isIcon && { 'aria-label': label, title: label })}
      onClick={onDo}
    >
      {isIcon ? null : label}
    </Button>
  );
}
