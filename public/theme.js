// Runs before the first paint, so that a page never flashes in the wrong theme. A file of its own because the content security
// policy admits no inline script. The choice is read as src/shell/theme-choice.ts reads it.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('piniaState') || '{}') || {};
  } catch {
    kept = {}; // No storage or a broken entry: the system's preference decides.
  }
  // A value that is no theme, left by another app or a later version, decides nothing.
  var said = [kept.theme, kept.restaurant && kept.restaurant.default_theme].filter(function (value) {
    return value === 'light' || value === 'dark';
  });
  var theme = said[0] || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
})();
