import type { DoubleCustomer, DoubleNumber } from './state.ts';

/** A customer's phone, without a script: what stands in the chat, and what the customer may do. It loads itself anew every 3 seconds. */
export const phonePage = (
  number: DoubleNumber,
  customers: DoubleCustomer[],
  current: DoubleCustomer,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(current.name)}’s phone (test service)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 480px; margin: 24px auto; padding: 0 16px }
  button, input, select { font: inherit; min-height: 44px; padding: 0 12px }
  ol { list-style: none; padding: 0 } li { border-radius: 12px; padding: 8px 12px; margin: 8px 0; max-width: 80%; white-space: pre-wrap; overflow-wrap: anywhere }
  .business { background: #e7eaf3 } .customer { background: #d5e6ff; margin-inline-start: auto }
  form { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 } input[name=text] { flex: 1 }
  iframe { width: 100%; height: 320px; border: 1px solid #ccc; border-radius: 12px }
</style>
<h1>${escapeHtml(current.name)}’s phone</h1>
<p>This page stands for WhatsApp. It writes to ${escapeHtml(number.verified_name)}, ${escapeHtml(number.display_phone_number)}.</p>
<form><label>Customer <select name="customer">${customers
  .map(
    (one) =>
      `<option value="${escapeHtml(one.user_id)}"${one === current ? ' selected' : ''}>${escapeHtml(one.name)}${one.wa_id === null ? ' (no number)' : ''}</option>`,
  )
  .join('')}</select></label><button>Choose</button></form>
<iframe src="/_double/phone/${escapeHtml(number.id)}/screen?customer=${encodeURIComponent(current.user_id)}" title="Messages"></iframe>
<form method="post">
<input type="hidden" name="customer" value="${escapeHtml(current.user_id)}">
<input name="text" aria-label="Message" placeholder="Message" autocomplete="off"><button name="do" value="write">Send</button>
<button name="do" value="picture">Send a picture</button>
<button name="do" value="read">Read everything</button>
<button name="do" value="echo">Answer from the restaurant’s own phone</button>
<button name="do" value="block">${current.hasBlocked ? 'Unblock' : 'Block'} the restaurant</button>
<button name="do" value="late">Let 24 hours pass</button>
</form>
</html>`;

export const screenPage = ({ screen, user_id }: DoubleCustomer, number: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="3">
<title>Messages</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 8px }
  ol { list-style: none; padding: 0 } li { border-radius: 12px; padding: 8px 12px; margin: 8px 0; max-width: 80%; white-space: pre-wrap; overflow-wrap: anywhere }
  .business { background: #e7eaf3 } .customer { background: #d5e6ff; margin-inline-start: auto }
</style>
<ol>${screen
  .slice(-30)
  .map(
    (line) =>
      `<li class="${line.from}">${escapeHtml(line.text)}${line.buttons
        .map(
          (button) =>
            `<form method="post" target="_parent" action="/_double/phone/${escapeHtml(number)}"><input type="hidden" name="customer" value="${escapeHtml(user_id)}"><input type="hidden" name="kind" value="${button.isRow ? 'list_reply' : 'button_reply'}"><input type="hidden" name="title" value="${escapeHtml(button.title)}"><input type="hidden" name="button" value="${escapeHtml(button.id)}"><button name="do" value="press">${escapeHtml(button.title)}</button></form>`,
        )
        .join('')}</li>`,
  )
  .join('')}</ol>
</html>`;

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
