// Runs before the first paint, so that a page never flashes in the wrong theme. A file of its own because the content security
// policy admits no inline script. The choice is read as src/shell/theme-choice.ts reads it.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('piniaState') || '{}') || {};
  } catch {
    kept = {}; // No storage or a broken entry: the system's preference decides.
  }
  var theme = kept.theme || (kept.restaurant && kept.restaurant.default_theme);
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
