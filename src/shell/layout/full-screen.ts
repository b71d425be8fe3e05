/** Whether the view fills the screen, without drawer and bottom bar: the kitchen view. */
export const isFullScreen = (pathname: string, search: string): boolean =>
  pathname === '/restaurant/orders' && new URLSearchParams(search).get('view') === 'kitchen';
