/** The order's number from the server; until then the code of the device that created it. */
export const numberOf = ({ order_no, short_code }: { order_no: string; short_code: string | null }): string =>
  order_no || short_code || '…';
