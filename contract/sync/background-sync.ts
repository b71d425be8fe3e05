/** The page registers it while changes wait for a network; the browser then wakes the service worker when there is one. */
export const QUEUE_TAG = 'galley-queue';

/** From the service worker to its pages: there may be a network again. */
export const QUEUE_WAITS = 'QUEUE_WAITS';
