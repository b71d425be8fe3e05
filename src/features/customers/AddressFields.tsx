import { Button, Field, Input } from '@fluentui/react-components';
import { Add16Regular, Delete16Regular } from '@fluentui/react-icons';
import { newId } from '../../data/ids.ts';
import { emptyAddress, type AddressDraft } from './customer-draft.ts';
import css from './panel.module.css';

interface Props {
  addresses: AddressDraft[];
  onChange: (addresses: AddressDraft[]) => void;
}

/** Where the customer's deliveries go. The first one is the usual one, unless another is chosen. */
export function AddressFields({ addresses, onChange }: Props) {
  const patch = (at: number, change: Partial<AddressDraft>) =>
    onChange(addresses.map((address, index) => (index === at ? { ...address, ...change } : address)));
  return (
    <fieldset className={`g-stack g-gap-12 ${css.set}`}>
      <legend>Addresses</legend>
      {addresses.map((address, at) => (
        <div key={address.id} className={`g-stack g-gap-8 g-round-8 ${css.address}`}>
          <Field label="Street">
            <Input
              value={address.line_1}
              maxLength={120}
              onChange={(_event, data) => patch(at, { line_1: data.value })}
            />
          </Field>
          <div className="g-grid g-gap-8 g-pairs g-start-middle">
            <Field label="Postal code">
              <Input
                value={address.postal_code}
                maxLength={20}
                onChange={(_event, data) => patch(at, { postal_code: data.value })}
              />
            </Field>
            <Field label="City">
              <Input
                value={address.city}
                maxLength={120}
                onChange={(_event, data) => patch(at, { city: data.value })}
              />
            </Field>
          </div>
          <Field label="Instructions for the courier">
            <Input
              value={address.instructions}
              maxLength={300}
              onChange={(_event, data) => patch(at, { instructions: data.value })}
            />
          </Field>
          <Button
            className={css.remove ?? ''}
            appearance="subtle"
            icon={<Delete16Regular />}
            onClick={() => onChange(addresses.filter((_, index) => index !== at))}
          >
            Remove address
          </Button>
        </div>
      ))}
      {addresses.length < 10 && (
        <Button
          className={css.remove ?? ''}
          icon={<Add16Regular />}
          onClick={() => onChange([...addresses, emptyAddress(newId())])}
        >
          Add address
        </Button>
      )}
    </fieldset>
  );
}
