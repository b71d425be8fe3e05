import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { ArrowDown20Regular, ArrowUp20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  name: string;
  target: HTMLElement;
  /** Why it can be neither moved nor renamed; null: it can. */
  why: string | null;
  /** null: it has no place there. */
  onMove: (by: 1 | -1) => (() => void) | null;
  onRename: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** What can be done with a category, where its four buttons have no room. Loaded at the first opening. */
export function CategoryMenu({ name, target, why, onMove, onRename, onDelete, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const [up, down] = [onMove(-1), onMove(1)];
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={name}>
          <MenuItem icon={<ArrowUp20Regular />} disabled={up === null || why !== null} onClick={() => up?.()}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowDown20Regular />} disabled={down === null || why !== null} onClick={() => down?.()}>
            Move down
          </MenuItem>
          <MenuItem icon={<Edit20Regular />} disabled={why !== null} onClick={onRename}>
            Rename
          </MenuItem>
          <MenuDivider />
          <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
            Delete
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
