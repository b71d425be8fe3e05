/** Segments of customers, on every screen that names them. */
export const segmentLabels = {
  new: 'New',
  regular: 'Regular',
  vip: 'VIP',
  at_risk: 'At risk',
  lapsed: 'Lapsed',
} as const;
