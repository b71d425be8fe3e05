/** Shows the number on the app's icon; zero clears it. Browsers without badges, such as Chrome on Android, show none. */
export async function showBadge(navigator: WorkerNavigator, count: number): Promise<void> {
  try {
    if (count > 0) await navigator.setAppBadge?.(count);
    else await navigator.clearAppBadge?.();
  } catch (error) {
    // Not installed or not allowed: the notification itself still shows.
    console.info('The icon shows no number here', error);
  }
}
