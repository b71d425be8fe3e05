import { useSearch } from 'wouter';
import { returnUrl } from '../../session/return-url.ts';

/** The page of the app that the person was going to; links between the sign-in pages pass it on. */
export const useNext = (): string | undefined => returnUrl(new URLSearchParams(useSearch()).get('next')) ?? undefined;
