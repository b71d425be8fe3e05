import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { useClosing } from '../ui/use-closing.ts';

export interface Action {
  label: string;
  icon: ReactElement;
  isDisabled?: boolean;
  /** A button on tablets, too. */
  stays?: boolean;
  onDo: () => void;
}

interface Props {
  target: HTMLElement;
  actions: readonly Action[];
  onClose: () => void;
}

/** What else can be done with a page. Loaded when it is first opened. */
export function ActionMenu({ target, actions, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label="More actions">
          {actions.map(({ label, icon, isDisabled = false, onDo }) => (
            <MenuItem key={label} icon={icon} disabled={isDisabled} onClick={onDo}>
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
