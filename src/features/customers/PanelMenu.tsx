import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { Delete20Regular, Merge20Regular } from '@fluentui/react-icons';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  name: string;
  target: HTMLElement;
  /** Why the customer cannot be erased now; null if they can. */
  whyNotErase: string | null;
  onMerge: () => void;
  onErase: () => void;
  onClose: () => void;
}

/** What is rarely done with a customer. Loaded when it is first opened. */
export function PanelMenu({ name, target, whyNotErase, onMerge, onErase, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'above', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={name}>
          <MenuItem icon={<Merge20Regular />} onClick={onMerge}>
            Merge with another customer
          </MenuItem>
          <MenuItem
            icon={<Delete20Regular />}
            disabled={whyNotErase !== null}
            {...(whyNotErase && { secondaryContent: whyNotErase })}
            onClick={onErase}
          >
            Erase on request
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
