import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Radio,
  RadioGroup,
} from '@fluentui/react-components';
import { useState } from 'react';
import { enterRestaurant, listRestaurants } from '../../../../contract/people/calls.ts';
import { may, roles, type Role } from '../../../../contract/people/permissions.ts';
import { send } from '../../../api/send.ts';
import { useAction } from '../../../api/use-action.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { useSession } from '../../../session/session.ts';
import { useClosing } from '../../../ui/use-closing.ts';
import { AddRestaurant } from './AddRestaurant.tsx';
import { switchTo, switchToNew } from '../../../session/places.ts';

interface Choice {
  id: string;
  name: string;
  role: Role;
  waiting: number;
  /** The device has a session for it, so that it opens without a network. */
  isHere: boolean;
}

/** The person's restaurants: those that this device is signed in to open offline, too. */
export function PlacesDialog({ onClose }: { onClose: () => void }) {
  const { isOpen, close } = useClosing(onClose);
  const { restaurant, role, places, deviceName } = useSession();
  const { answer } = useQuery(listRestaurants, {});
  const [isAdding, setIsAdding] = useState(false);
  const entering = useAction(enterRestaurant);
  const known = answer?.ok ? answer.data : null;
  const here = places.map(({ restaurant: { id, name }, role: own, waiting }): Choice => {
    return { id, name, role: own, waiting, isHere: true };
  });
  const others = [
    ...here,
    ...(known ?? [])
      .filter(({ id }) => id !== restaurant?.id && !here.some((one) => one.id === id))
      .map((one) => ({ ...one, waiting: 0, isHere: false })),
  ];

  const open = async ({ id, isHere }: Choice) => {
    if (isHere) return switchTo(id);
    const result = await entering.run(() => send(enterRestaurant, { path: { id }, body: { device_name: deviceName } }));
    if (result?.ok) await switchToNew(result.data);
  };

  const wait = (n: number) => (n === 0 ? '' : n === 1 ? ', 1 change waits' : `, ${n} changes wait`);
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Your restaurants</DialogTitle>
          <DialogContent className="g-stack g-gap-12">
            <RadioGroup
              aria-label="Restaurant"
              value={restaurant?.id ?? ''}
              onChange={(_event, { value }) => void open(others.find(({ id }) => id === value)!)}
            >
              <Radio value={restaurant?.id ?? ''} label={`${restaurant?.name}, ${roles[role].label}`} />
              {others.map((choice) => (
                <Radio
                  key={choice.id}
                  value={choice.id}
                  disabled={!choice.isHere && entering.isBlocked}
                  label={`${choice.name}, ${roles[choice.role].label}${wait(choice.waiting)}`}
                />
              ))}
            </RadioGroup>
            <p className="g-bad" aria-live="assertive">
              {entering.fault}
            </p>
            {isAdding && (
              <AddRestaurant onAdded={(session) => void switchToNew(session)} onCancel={() => setIsAdding(false)} />
            )}
          </DialogContent>
          {!isAdding && (
            <DialogActions>
              {may(role, 'account') && <Button onClick={() => setIsAdding(true)}>Add a restaurant</Button>}
              <Button appearance="primary" onClick={close}>
                Close
              </Button>
            </DialogActions>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
