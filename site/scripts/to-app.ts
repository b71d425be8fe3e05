// Runs before the first paint of /restaurant: redirects owners who are signed in on this device to the app; everybody else reads the
// page.
(() => {
  let kept: { authToken?: unknown; kitchenMode?: unknown } | null = null;
  try {
    kept = JSON.parse(localStorage.getItem('piniaState') ?? 'null');
  } catch {
    return; // No storage or a broken entry: nobody is signed in.
  }
  // In kitchen mode the app begins in the kitchen view.
  if (typeof kept?.authToken === 'string' && kept.authToken !== '')
    location.replace(kept.kitchenMode ? '/restaurant/orders?view=kitchen' : '/restaurant/insights');
})();
