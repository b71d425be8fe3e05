import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  Archive20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  Eye20Regular,
  EyeOff20Regular,
} from '@fluentui/react-icons';
import type { Mirrored } from '../../../data/db.ts';
import type { Way } from '../../../components/sorting/use-sorting.ts';
import { useClosing } from '../../../ui/use-closing.ts';
import { MoveEntries } from '../order/MoveEntries.tsx';
import { setStatus, statuses } from './status.ts';

interface Props {
  book: Mirrored<'menu_books'>;
  target: HTMLElement;
  onMove: (way: Way) => (() => void) | null;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const icons = { draft: EyeOff20Regular, published: Eye20Regular, archived: Archive20Regular };
const states = ['published', 'draft', 'archived'] as const;

/** The actions on a menu. Loaded when it is first opened. */
export function BookMenu({ book, target, onMove, onEdit, onDuplicate, onDelete, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={book.name}>
          <MenuItem icon={<Edit20Regular />} onClick={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={<Copy20Regular />} onClick={onDuplicate}>
            Duplicate
          </MenuItem>
          <MenuDivider />
          {states
            .filter((status) => status !== book.status)
            .map((status) => {
              const Icon = icons[status];
              return (
                <MenuItem key={status} icon={<Icon />} onClick={() => setStatus(book, status)}>
                  {statuses[status].verb}
                </MenuItem>
              );
            })}
          <MenuDivider />
          <MoveEntries onMove={onMove} />
          <MenuDivider />
          <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
            Delete…
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
