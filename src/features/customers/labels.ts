import { SEGMENT_RULES } from '../../../contract/customers/segment.ts';
import type { ConsentMedium, CustomerSegment } from '../../../contract/customers/calls.ts';

export const mediumLabels: Record<ConsentMedium, string> = {
  whatsapp: 'WhatsApp',
  email: 'e-mail',
  sms: 'text message',
};

const { recentDays, lapsedDays, regularOrders, vipOrders } = SEGMENT_RULES;

/** The rules as the screens say them. */
export const segmentRules: Record<CustomerSegment, string> = {
  new: `Fewer than ${regularOrders} orders, the last one within ${recentDays} days`,
  regular: `${regularOrders} to ${vipOrders - 1} orders, the last one within ${recentDays} days`,
  vip: `${vipOrders} orders or more, the last one within ${recentDays} days`,
  at_risk: `Last order ${recentDays} to ${lapsedDays} days ago`,
  lapsed: `No order for ${lapsedDays} days, or none within ${recentDays} days of joining`,
};

/** How a consent was given or taken back. */
export const consentSources = ['In person', 'By phone', 'In writing', 'On the website'] as const;
