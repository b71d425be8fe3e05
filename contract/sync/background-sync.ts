/**
 * Background Sync tag: the page registers it while mutations wait for the network, and the browser wakes the service worker when it is
 * back.
 */
export const QUEUE_TAG = 'galley-queue';

/** From the service worker to its pages: the network may be back. */
export const QUEUE_WAITS = 'QUEUE_WAITS';
