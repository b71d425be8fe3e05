/** True if this browser can create and use passkeys at this address. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';
