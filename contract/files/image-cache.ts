/** The cache of the service worker for images, to which pages add what they have sent. */
export const IMAGE_CACHE = 'galley-images';

/** Images in that cache at most: a menu of 300 dishes in two widths. */
export const IMAGE_CACHE_MAX = 600;
