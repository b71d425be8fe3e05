import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { getRenda, type DeliveryPartner } from '../../../contract/delivery-partners/calls.ts';
import { useQuery } from '../../api/use-server-data.ts';
import css from './channels.module.css';
import { DeliveryPartnerForm } from './DeliveryPartnerForm.tsx';

const states = {
  saved_not_verified: 'Saved, not verified',
  verified: 'The address answers',
  not_reached: 'The address does not answer',
};

/** The delivery partner Renda: what is saved about it. Nothing of its interface is public, so the page promises nothing. */
export function DeliveryPartnerCard() {
  const { answer, ask } = useQuery(getRenda, {});
  const [isOpen, setIsOpen] = useState(false);
  if (!answer?.ok) return null;
  const partner = answer.data;
  return (
    <section className={`g-group ${css.card} ${css.partner}`} aria-label="Delivery partner">
      <div className={`g-row g-wrap ${css.head}`}>
        <h2 className="g-group-title">Renda</h2>
        <span className="g-soft g-strong g-size-13">{partner ? states[partner.status] : 'Not set up'}</span>
      </div>
      <p>
        A delivery partner. Enter the details that Renda gave you with your account. Orders still leave with your own
        couriers.
      </p>
      {isOpen ? (
        <DeliveryPartnerForm
          partner={partner}
          onClose={(isSaved) => {
            setIsOpen(false);
            if (isSaved) ask();
          }}
        />
      ) : (
        <>
          {partner && (
            <dl className={`g-grid ${css.facts}`}>
              <div>
                <dt>Address</dt>
                <dd>
                  <bdi>{partner.base_url ?? 'None'}</bdi>
                </dd>
              </div>
              <div>
                <dt>API key</dt>
                <dd>{keyText(partner)}</dd>
              </div>
              {partner.pickup_location_id && (
                <div>
                  <dt>Pickup location</dt>
                  <dd>
                    <bdi>{partner.pickup_location_id}</bdi>
                  </dd>
                </div>
              )}
            </dl>
          )}
          <div>
            <Button aria-label={partner ? 'Change Renda' : 'Set up Renda'} onClick={() => setIsOpen(true)}>
              {partner ? 'Change' : 'Set up'}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const keyText = ({ has_api_key: has, api_key_last4: last4 }: DeliveryPartner) =>
  !has ? 'None' : last4 === '' ? 'Kept' : `Kept, ends with ${last4}`;
