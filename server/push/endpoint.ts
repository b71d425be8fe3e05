/**
 * The push services of the browsers. An endpoint is an address that a browser hands in and that this server then calls, so nothing else
 * may be one: not this machine, not the network around it.
 */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
];

/** `more`: origins of stand-ins, for tests (PUSH_STAND_INS). */
export function isPushEndpoint(endpoint: string, more: readonly string[]): boolean {
  // Browsers hand in plain ASCII; anything else has no place in an index or a header.
  if (!/^[!-~]+$/.test(endpoint) || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username || url.password) return false;
  if (more.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && services.some((service) => service.test(url.hostname));
}
