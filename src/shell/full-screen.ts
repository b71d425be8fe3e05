/** Views that stand alone on the screen, without drawer and bottom bar: the kitchen's. */
export const isFullScreen = (pathname: string, search: string): boolean =>
  pathname === '/restaurant/orders' && new URLSearchParams(search).get('view') === 'kitchen';
