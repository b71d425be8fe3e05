/** The number that the server gave an order; until then the code of the device on which it was taken. */
export const numberOf = ({ order_no, short_code }: { order_no: string; short_code: string | null }): string =>
  order_no || short_code || '…';
