import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { Copy20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import type { Way } from '../../components/sorting/use-sorting.ts';
import { MoveEntries } from './order/MoveEntries.tsx';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  name: string;
  target: HTMLElement;
  /** null: there is no such place. */
  onMove: (way: Way) => (() => void) | null;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** The actions on a category, where its four buttons have no room. Loaded when it is first opened. */
export function CategoryMenu({ name, target, onMove, onRename, onDuplicate, onDelete, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={name}>
          <MoveEntries onMove={onMove} />
          <MenuItem icon={<Edit20Regular />} onClick={onRename}>
            Rename
          </MenuItem>
          <MenuItem icon={<Copy20Regular />} onClick={onDuplicate}>
            Duplicate
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
