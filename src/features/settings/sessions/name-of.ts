import type { SignedInDevice } from '../../../../contract/sessions.ts';

export const nameOf = ({ device_name }: SignedInDevice): string => device_name ?? 'Unknown device';
