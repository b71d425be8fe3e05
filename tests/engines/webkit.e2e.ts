import { testJourney } from './journey.ts';
import { openWebKit } from './webkit.ts';

testJourney(openWebKit);
