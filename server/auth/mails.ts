import { composeMail, type MailContent } from '../integrations/compose-mail.ts';

/** Subject and first line start with the code, so that a locked phone's notification shows it. */
export function codeMail(code: string, minutes: number): MailContent {
  return composeMail(`${code} is your Galley code`, [
    `${code} is the code that verifies your e-mail address for Galley.`,
    `It works once, for ${minutes} minutes.`,
    'We never ask for this code by phone or in a message. If you did not ask for it, you need do nothing.',
  ]);
}

export function resetMail(link: string, minutes: number): MailContent {
  return composeMail('Set a new password for Galley', [
    'To set a new password for your Galley account, open this link:',
    link,
    `It works once, for ${minutes} minutes. You will be signed out on every device.`,
    'If you did not ask for it, you need do nothing: your password stays as it is.',
  ]);
}

export function addressInUseMail(publicUrl: string): MailContent {
  return composeMail('You already have a Galley account', [
    'Somebody, probably you, has just tried to open a Galley account with this e-mail address. There is one already, so none was made.',
    'To sign in:',
    `${publicUrl}/login`,
    'If you do not remember the password, set a new one:',
    `${publicUrl}/forgot-password`,
    'If it was not you, you need do nothing.',
  ]);
}

/** After a reset by a mailed link. `dropped`: the providers removed from this account; `passkeys`: the names of those that stay. */
export function passwordResetMail(dropped: string[], passkeys: string[], publicUrl: string): MailContent {
  const names = dropped.join(' and ');
  return composeMail('Your Galley password was changed', [
    'The password of your Galley account has just been set anew by a link from a mail, and every device was signed out.',
    ...(dropped.length === 0
      ? []
      : [
          `${names} no longer ${dropped.length === 1 ? 'signs' : 'sign'} you in. To connect again, choose "Continue with ${dropped.join('" or "Continue with ')}" on the sign-in page; you may be asked for the new password once.`,
        ]),
    ...(passkeys.length === 0
      ? []
      : [
          `Your passkeys stay and still sign you in: ${passkeys.map((name) => `"${name}"`).join(', ')}. If you do not know one of them, or lost its device, remove it under Settings, Security:`,
          `${publicUrl}/restaurant/settings?tab=security`,
        ]),
    'If it was not you, set a new password at once:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** After a change in the settings, on a device that stays signed in. */
export function passwordChangedMail(publicUrl: string): MailContent {
  return composeMail('Your Galley password was changed', [
    'The password of your Galley account has just been changed in the settings. The device that it was changed on stays signed in; every other device was signed out.',
    'If it was not you, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

export function twoFactorMail(isOn: boolean, publicUrl: string): MailContent {
  return composeMail(`Two-factor sign-in is ${isOn ? 'on' : 'off'} for your Galley account`, [
    isOn
      ? 'From now on, signing in needs a code of your authenticator app, too. Keep the recovery codes in a safe place.'
      : 'Signing in needs the password alone again.',
    'If it was not you, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** A passkey signs in by itself, so its owner hears of each. */
export function passkeyMail(isAdded: boolean, publicUrl: string): MailContent {
  return composeMail(`A passkey was ${isAdded ? 'added to' : 'removed from'} your Galley account`, [
    isAdded
      ? 'It signs in to your account without your password and without a code.'
      : 'It does not sign in to your account any more. Devices that are signed in stay so.',
    'See your passkeys under Settings, Security:',
    `${publicUrl}/restaurant/settings?tab=security`,
    isAdded
      ? 'If it was not you, remove that passkey there, then set a new password at once, which signs every device out:'
      : 'If it was not you, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** `device`: its name; `ends`: as readable text. */
export function sessionEndsMail(device: string, ends: string, publicUrl: string): MailContent {
  return composeMail(`${device} has to sign in to Galley again by ${ends}`, [
    `A sign-in lasts for a year, and the one of the device "${device}" is nearly over. It ends in the night of ${ends}; until somebody signs in on it again, that device shows no orders.`,
    'Choose a quiet moment before: log out on it and sign in again. What it has not sent yet is kept.',
    `${publicUrl}/login`,
    'If you do not know that device, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

export function providerLinkedMail(provider: string, publicUrl: string): MailContent {
  return composeMail(`${provider} now signs you in to Galley`, [
    `Your Galley account has just been connected to your ${provider} account: from now on "Continue with ${provider}" signs you in.`,
    'If it was not you, set a new password at once and write to us:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** `day`: as readable text. */
export function deletionMail(isReminder: boolean, day: string, publicUrl: string): MailContent {
  return composeMail(`Your Galley account will be deleted on ${day}`, [
    isReminder
      ? `In three days, on ${day}, your Galley account will be deleted, as you asked: the menu, customers, orders, payments, chats and everything else of your restaurant. Nobody can bring it back.`
      : `You asked us to delete your Galley account. Your restaurant takes no orders and reservations from customers any more. On ${day} everything of it will be deleted, and nobody can bring it back.`,
    'Until then you can sign in, export your data and cancel the deletion under Settings, Security:',
    `${publicUrl}/restaurant/settings?tab=security`,
    'If it was not you, cancel it and set a new password at once:',
    `${publicUrl}/forgot-password`,
  ]);
}

export function deletionCancelledMail(publicUrl: string): MailContent {
  return composeMail('Your Galley account stays', [
    'The deletion of your Galley account was cancelled. Nothing was deleted, and your restaurant is open for orders as it was before.',
    'If it was not you, set a new password at once:',
    `${publicUrl}/forgot-password`,
  ]);
}

export function accountDeletedMail(): MailContent {
  return composeMail('Your Galley account is deleted', [
    'Your Galley account and everything of your restaurant have been deleted, as you asked 30 days ago. This address has been deleted, too; this is our last mail.',
    'Backups of the server keep a copy until they expire. A device that was signed in keeps its copy until you sign out on it or delete its data in the browser.',
    'Thank you for cooking with Galley.',
  ]);
}
