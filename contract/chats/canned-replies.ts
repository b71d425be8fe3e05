import type { Args } from '../call.ts';
import type { NewRowValues } from '../menu/new-rows.ts';
import type { CannedReply, createCannedReply, editCannedReply } from './canned-reply-calls.ts';

/** Lower-case letters, digits and hyphens, as typed after `/`. */
export const SHORTCUT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Longest shortcut and title. */
export const SHORTCUT_MAX = 30;
export const CANNED_TITLE_MAX = 80;

/** Most canned replies of a restaurant. */
export const CANNED_REPLIES_MAX = 200;

export type CannedReplyBody = Args<typeof editCannedReply>['body'];
type NewCannedReply = Omit<Args<typeof createCannedReply>['body'], 'id' | 'occurred_at' | 'op_id' | 'device_name'>;

/** Merged one by one. */
export const cannedReplyFields = ['shortcut', 'title', 'message', 'sort_order'] as const;

/** A new canned reply, on the device as on the server. */
export const newCannedReply = (
  body: NewCannedReply,
  { id, at, actor, version }: Pick<NewRowValues, 'id' | 'at' | 'actor' | 'version'>,
): CannedReply =>
  editedCannedReply(
    {
      id,
      version,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      updated_by: actor,
      shortcut: '',
      title: '',
      message: '',
      sort_order: 0,
    },
    body,
  );

/** The reply with an edit applied; fields that it does not name stay. */
export function editedCannedReply(reply: CannedReply, body: CannedReplyBody): CannedReply {
  const { shortcut, title, message, sort_order } = body;
  return {
    ...reply,
    shortcut: shortcut ?? reply.shortcut,
    title: (title ?? reply.title).trim(),
    message: (message ?? reply.message).trim(),
    sort_order: sort_order ?? reply.sort_order,
  };
}

/** In the order in which lists show them. By code: a locale puts hyphens elsewhere. */
export const sortCannedReplies = <R extends CannedReply>(replies: readonly R[]): R[] =>
  replies.toSorted(
    (a, b) =>
      a.sort_order - b.sort_order ||
      (a.shortcut < b.shortcut ? -1 : Number(a.shortcut > b.shortcut)) ||
      (a.id < b.id ? -1 : 1),
  );

/** The text with its placeholders `{name}` (the customer’s first name) and `{restaurant}` filled in. Other braces stay. */
export function fillPlaceholders(message: string, values: { customerName: string; restaurantName: string }): string {
  const [firstName = ''] = values.customerName.trim().split(/\s+/);
  const known: Record<string, string> = { name: firstName, restaurant: values.restaurantName };
  // A name may itself contain braces: one pass, so that nothing is filled in twice.
  return message.replaceAll(/\{(name|restaurant)\}/g, (_whole, key: string) => known[key]!);
}
