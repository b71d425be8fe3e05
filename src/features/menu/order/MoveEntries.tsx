import { MenuItem } from '@fluentui/react-components';
import {
  ArrowDown20Regular,
  ArrowDownload20Regular,
  ArrowUp20Regular,
  ArrowUpload20Regular,
} from '@fluentui/react-icons';
import type { Way } from '../../../components/sorting/use-sorting.ts';

const entries = [
  ['up', 'Move up', ArrowUp20Regular],
  ['down', 'Move down', ArrowDown20Regular],
  ['top', 'Move to the top', ArrowUpload20Regular],
  ['bottom', 'Move to the bottom', ArrowDownload20Regular],
] as const;

/** What dragging does, in a menu. A move that is not possible is disabled. */
export function MoveEntries({ onMove }: { onMove: (way: Way) => (() => void) | null }) {
  return entries.map(([way, words, Icon]) => {
    const move = onMove(way);
    return (
      <MenuItem key={way} icon={<Icon />} disabled={move === null} onClick={() => move?.()}>
        {words}
      </MenuItem>
    );
  });
}
