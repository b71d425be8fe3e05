import { openFirefox } from './firefox.ts';
import { testJourney } from './journey.ts';

testJourney(openFirefox);
