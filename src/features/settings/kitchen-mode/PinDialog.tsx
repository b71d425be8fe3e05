import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { Result } from '../../../api/send.ts';
import { kitchenDensity } from '../../../ui/density.ts';
import { useClosing } from '../../../ui/use-closing.ts';
import { useDevicePeople, type DevicePerson } from './people.ts';
import { PinEntry } from './PinEntry.tsx';

interface Props {
  title: string;
  lead: string;
  submitLabel: string;
  /** Whose PIN it can be. */
  isFor: (person: DevicePerson) => boolean;
  /** Closes it if it is right. */
  onPin: (person: DevicePerson, pin: string) => Promise<Result<unknown>>;
  onClosed: () => void;
  keepLabel: string;
  /** Another way to close it. */
  other?: { words: string; onDo: () => void } | null;
}

/** Asks for a PIN over the page. */
export function PinDialog({ title, lead, submitLabel, isFor, onPin, onClosed, keepLabel, other }: Props) {
  const { isOpen, close } = useClosing(onClosed);
  const people = useDevicePeople().filter(isFor);
  const enter = async (person: DevicePerson, pin: string) => {
    const result = await onPin(person, pin);
    if (result.ok) close();
    return result;
  };
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface className={kitchenDensity}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className="g-row g-column g-gap-12 g-centered">
            <p className="g-soft">{lead}</p>
            <PinEntry people={people} submitLabel={submitLabel} onPin={enter} />
          </DialogContent>
          <DialogActions>
            {other && (
              <Button
                onClick={() => {
                  other.onDo();
                  close();
                }}
              >
                {other.words}
              </Button>
            )}
            <Button onClick={close}>{keepLabel}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
