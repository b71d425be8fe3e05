import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  BuildingBank20Regular,
  Delete20Regular,
  Fire20Regular,
  FolderArrowRight20Regular,
} from '@fluentui/react-icons';
import { useClosing } from '../../../ui/use-closing.ts';
import type { BulkField } from './BulkFieldDialog.tsx';

interface Props {
  target: HTMLElement;
  onField: (field: BulkField) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** What else can be done with the selected items. Loaded when it is first opened. */
export function BulkMenu({ target, onField, onDelete, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'start' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label="More for the selected items">
          <MenuItem icon={<FolderArrowRight20Regular />} onClick={() => onField('category')}>
            Move to another category…
          </MenuItem>
          <MenuItem icon={<BuildingBank20Regular />} onClick={() => onField('tax')}>
            Tax rate…
          </MenuItem>
          <MenuItem icon={<Fire20Regular />} onClick={() => onField('station')}>
            Station…
          </MenuItem>
          <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
            Delete…
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
