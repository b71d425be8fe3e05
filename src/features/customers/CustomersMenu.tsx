import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { ArrowDownload20Regular, DocumentAdd20Regular, PeopleTeam20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { customerCsv } from '../../../contract/customers/customer-csv.ts';
import { exponentOf } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { serverNow } from '../../lib/server-now.ts';
import { links } from '../../links.ts';
import { showToast } from '../../ui/page/toast.ts';
import { useClosing } from '../../ui/use-closing.ts';
import type { CustomerRow } from './queries.ts';

interface Props {
  target: HTMLElement;
  all: readonly CustomerRow[];
  /** Those that the filters show. */
  shown: readonly CustomerRow[];
  clock: RestaurantClock;
  onSegments: () => void;
  onClose: () => void;
}

/** What is done with the whole list. Exports are made on this device, so they work offline. Loaded when it is first opened. */
export function CustomersMenu({ target, all, shown, clock, onSegments, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const [, navigate] = useLocation();
  const save = (rows: readonly CustomerRow[]) => {
    const exponent = rows[0] ? exponentOf(rows[0].currency) : 2;
    saveCsv('galley-customers.csv', customerCsv(rows, { exponent, now: serverNow(), clock }));
    showToast({ title: `${rows.length} ${rows.length === 1 ? 'customer' : 'customers'} exported` });
  };
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label="Import and export">
          <MenuItem icon={<DocumentAdd20Regular />} onClick={() => navigate(links.customers({ import: 'new' }))}>
            Import customers
          </MenuItem>
          <MenuItem icon={<ArrowDownload20Regular />} disabled={all.length === 0} onClick={() => save(all)}>
            Export all ({all.length})
          </MenuItem>
          {shown.length < all.length && (
            <MenuItem icon={<ArrowDownload20Regular />} disabled={shown.length === 0} onClick={() => save(shown)}>
              Export these ({shown.length})
            </MenuItem>
          )}
          <MenuDivider />
          <MenuItem icon={<PeopleTeam20Regular />} onClick={onSegments}>
            What the segments mean
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
