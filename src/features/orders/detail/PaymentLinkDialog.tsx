import { useCallback } from 'react';
import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { Share20Regular } from '@fluentui/react-icons';
import type { Order } from '../../../../contract/orders/calls.ts';
import { openLink, type PaymentLink } from '../../../../contract/payments/online-calls.ts';
import type { ErrorBody } from '../../../../contract/errors.ts';
import { send } from '../../../api/send.ts';
import { useServerData } from '../../../api/use-server-data.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';

interface Props {
  order: Order;
  onClose: () => void;
}

/** The order's payment link: the open one, or a new one. Asking again is harmless: the server answers with the same page. */
export function PaymentLinkDialog({ order, onClose }: Props) {
  const { id } = order;
  const ask = useCallback((signal: AbortSignal) => send(openLink, { path: { id }, body: {} }, { signal }), [id]);
  const { answer, ask: askAgain } = useServerData(ask);
  const link = answer?.ok ? answer.data : null;
  const isPaid = order.due_amount <= 0;
  return (
    <FormDialog
      title={`Payment link for #${numberOf(order)}`}
      submitLabel={answer && !answer.ok ? 'Try again' : 'Copy link'}
      keepLabel="Close"
      isDisabled={answer === null || isPaid}
      onDo={() => {
        if (link?.url) void copy(link.url);
        else askAgain();
        return false;
      }}
      onClose={onClose}
    >
      {isPaid ? (
        <p role="status">It is paid.</p>
      ) : answer === null ? (
        <Spinner label="The payment provider is asked" />
      ) : answer.ok ? (
        <OpenLink link={answer.data} />
      ) : (
        <p className="g-bad" role="alert">
          {whyRefused(answer.error)}
        </p>
      )}
    </FormDialog>
  );
}

function OpenLink({ link }: { link: PaymentLink }) {
  const now = useMinute();
  const restaurant = useRestaurant();
  const url = link.url ?? '';
  return (
    <>
      <p>
        The customer pays {money(link.amount, link.currency)} on a page of the payment provider. The order shows it here
        as soon as it is paid.
      </p>
      <Field
        label="Link"
        hint={
          link.payment_status === 'authorized'
            ? 'The customer has paid; the provider is checking it.'
            : link.expires_at && restaurant && `Open until ${untilLabel(link.expires_at, restaurant.timezone, now)}.`
        }
      >
        <Input value={url} readOnly onFocus={(event) => event.target.select()} />
      </Field>
      {'share' in navigator && (
        <div>
          <Button icon={<Share20Regular />} onClick={() => void share(url)}>
            Share
          </Button>
        </div>
      )}
    </>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: 'Link copied' });
  } catch {
    showRefused('The browser did not allow copying. Select the link and copy it.');
  }
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch (fault) {
    // The person closed the browser's share sheet.
    if ((fault as Error).name !== 'AbortError') showRefused('The link could not be shared. Copy it instead.');
  }
}

function whyRefused({ code, message }: ErrorBody): string {
  switch (code) {
    case 'payments_not_set_up':
      return 'No payment provider is set up. Do that in the settings, under Wallet.';
    case 'not_found':
      return 'The server does not have this order yet. Try again when all changes are saved.';
    case 'nothing_due':
      return 'The order is paid.';
    case 'order_already_final':
      return 'The order was rejected or cancelled.';
    case 'provider_refused':
      return `The payment provider refused: ${message}`;
    default:
      return 'The payment provider did not answer. No link was handed out; try again.';
  }
}
