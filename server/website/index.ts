import { area } from '../area.ts';
import { addSettingsPart } from '../restaurants/owner-settings.ts';
import { websiteRoutes } from './routes.ts';
import { settingsPart } from './settings-part.ts';

export const website = area({ name: 'website', handlers: websiteRoutes, on: [addSettingsPart(settingsPart)] });
