/** Monday first; 0 is Sunday. */
export const weekdays: readonly (readonly [weekday: number, label: string])[] = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
];

export const dayName = (weekday: number): string => weekdays.find(([day]) => day === weekday)![1];
