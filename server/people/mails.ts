import { composeMail, type MailContent } from '../integrations/compose-mail.ts';

interface Invitation {
  /** Who invites, by name or address. */
  by: string;
  restaurant: string;
  /** In words. */
  role: string;
  link: string;
}

export function invitationMail({ by, restaurant, role, link }: Invitation, days: number): MailContent {
  return composeMail(`${by} invites you to ${restaurant} on Galley`, [
    `${by} invites you to work with ${restaurant} on Galley, with the role ${role}.`,
    'To accept, open this link:',
    link,
    `It works once, for ${days} days. If you have a Galley account with this address, its password accepts; otherwise you choose one there.`,
    'If you do not know who this is, you need do nothing: without you, nothing happens.',
  ]);
}
