import { Banner } from './Banner.tsx';

/** Shown while a third-party service is a test double. */
export const TestServicesBanner = ({ meaning = 'no real money moves' }: { meaning?: string }) => (
  <Banner kind="warn">Test services: {meaning}.</Banner>
);
