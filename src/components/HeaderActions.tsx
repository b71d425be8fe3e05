import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useMedia } from '../ui/use-media.ts';
import { ActionButton } from './ActionButton.tsx';
import type { Action } from './ActionMenu.tsx';

const ActionMenu = lazy(() => import('./ActionMenu.tsx').then((module) => ({ default: module.ActionMenu })));

/** Two more buttons have room beside heading and status. */
const WIDE = '(min-width: 1280px)';
/** Only the icon of the main one has room. */
const NARROW = '(max-width: 819.9px)';

interface Props {
  /** What the page is mostly opened for. */
  main?: Action | null;
  more?: readonly Action[];
}

/** The actions of a page or a part of it, always in one line: what has no room is behind "…". */
export function HeaderActions({ main, more = [] }: Props) {
  const isWide = useMedia(WIDE);
  const isNarrow = useMedia(NARROW);
  const isOpen = isWide && more.length <= 2;
  return (
    <>
      {more.map(
        (action) => (isOpen || action.stays) && <ActionButton key={action.label} action={action} isIcon={isNarrow} />,
      )}
      {!isOpen && <MoreActions actions={more.filter(({ stays }) => !stays)} />}
      {main && <ActionButton action={main} isMain isIcon={isNarrow} />}
    </>
  );
}

/** "…", which opens the actions as a menu; nothing if there are none. */
export function MoreActions({ actions }: { actions: readonly Action[] }) {
  const [menu, setMenu] = useState<{ target: HTMLElement; opening: number } | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <Button
        icon={<MoreHorizontal20Regular />}
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget: target }) => setMenu((last) => ({ target, opening: (last?.opening ?? 0) + 1 }))}
      />
      {menu && (
        <Suspense>
          <ActionMenu key={menu.opening} target={menu.target} actions={actions} onClose={() => setMenu(null)} />
        </Suspense>
      )}
    </>
  );
}
