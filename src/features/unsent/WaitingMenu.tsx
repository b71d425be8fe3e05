import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { Delete20Regular, Open20Regular } from '@fluentui/react-icons';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  target: HTMLElement;
  /** null: there is nothing to open. */
  onOpen: (() => void) | null;
  onDiscard: () => void;
  onClose: () => void;
}

export function WaitingMenu({ target, onOpen, onDiscard, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label="This change">
          {onOpen && (
            <MenuItem icon={<Open20Regular />} onClick={onOpen}>
              Show where it was made
            </MenuItem>
          )}
          <MenuItem icon={<Delete20Regular />} onClick={onDiscard}>
            Discard this change
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
