import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Dismiss20Regular, TicketDiagonal20Regular } from '@fluentui/react-icons';
import { foldCode, type PricedPromotions } from '../../../contract/promotions/price.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { reasonOf } from '../promotions/describe.ts';
import css from './point-of-sale.module.css';

interface Props {
  codes: string[];
  priced: PricedPromotions | null;
  currency: string;
  onCodes: (codes: string[]) => void;
}

const CODES_MAX = 5;

/** The codes of the order, each with what is wrong with it, and a field for another one. */
export function PromotionCodes({ codes, priced, currency, onCodes }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const add = () => {
    const code = typed.trim();
    if (!code) return;
    if (!codes.some((one) => foldCode(one) === foldCode(code))) onCodes([...codes, code]);
    setTyped('');
    setIsOpen(false);
  };
  return (
    <div className="g-stack g-gap-8">
      {codes.map((code) => {
        const refused = priced?.refused.find((one) => one.code === code);
        return (
          <div key={code} className="g-row g-gap-8">
            <div className="g-grow">
              <span className="g-strong">{code}</span>
              {refused && (
                <p className={css.error} role="alert">
                  {reasonOf(refused, currency)}.
                </p>
              )}
            </div>
            <Button
              appearance="subtle"
              icon={<Dismiss20Regular />}
              aria-label={`Remove code ${code}`}
              onClick={() => onCodes(codes.filter((one) => one !== code))}
            />
          </div>
        );
      })}
      {isOpen ? (
        <div className={`g-grid g-start-middle ${css.other}`}>
          <TextField
            label="Promotion code"
            value={typed}
            onChange={setTyped}
            maxLength={40}
            autoCapitalize="characters"
            autoComplete="off"
            takesFocus
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It adds the code, and does not place the order.
              event.preventDefault();
              add();
            }}
          />
          <Button onClick={add}>Apply</Button>
        </div>
      ) : (
        codes.length < CODES_MAX && (
          <Button
            className={css.codeButton ?? ''}
            appearance="subtle"
            icon={<TicketDiagonal20Regular />}
            onClick={() => setIsOpen(true)}
          >
            Promotion code
          </Button>
        )
      )}
    </div>
  );
}
