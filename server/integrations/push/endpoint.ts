/**
 * The browsers' push services. Browsers send endpoints that this server then calls, so no other address is allowed, such as this machine or
 * its network.
 */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
];

/** `more`: origins of test doubles (PUSH_STAND_INS). */
export function isPushEndpoint(endpoint: string, more: readonly string[]): boolean {
  // Browsers send plain ASCII; anything else must not get into an index or header.
  if (!/^[!-~]+$/.test(endpoint) || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username || url.password) return false;
  if (more.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && services.some((service) => service.test(url.hostname));
}
