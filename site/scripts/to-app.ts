// Runs before the first paint of /restaurant: who is signed in on this device comes to the app, and everybody else reads the page.
(() => {
  let kept: { authToken?: unknown; kitchenMode?: unknown } | null = null;
  try {
    kept = JSON.parse(localStorage.getItem('piniaState') ?? 'null');
  } catch {
    return; // No storage or a broken entry: nobody is signed in.
  }
  // A kitchen begins where it works.
  if (typeof kept?.authToken === 'string' && kept.authToken !== '')
    location.replace(kept.kitchenMode ? '/restaurant/orders?view=kitchen' : '/restaurant/insights');
})();
