import { StartError } from '../platform/start-error.ts';

interface Fault extends Error {
  code?: string;
}

/** Why the server at DATABASE_URL cannot be used, as a message for the operator; an unknown error unchanged. */
export function explainServerFault(fault: unknown, url: string): unknown {
  if (!(fault instanceof Error) || fault instanceof StartError) return fault;
  const { code = '' } = fault as Fault;
  const { hostname, port, pathname, username } = new URL(url);
  const server = `${hostname || 'localhost'}:${port || '5432'}`;
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const explanation = sentences({ server, database, role: decodeURIComponent(username), code, message: fault.message });
  return explanation === null ? fault : new StartError(`DATABASE_URL: ${explanation}`, { cause: fault });
}

interface Where {
  server: string;
  database: string;
  role: string;
  code: string;
  message: string;
}

function sentences({ server, database, role, code, message }: Where): string | null {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host of ${server} cannot be found (${code}); correct its name, or the network's DNS.`;
  if (['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT'].includes(code))
    return `no PostgreSQL answers at ${server} (${code}); start it, or correct the address.`;
  if (/timeout|Connection terminated/i.test(message))
    return `PostgreSQL at ${server} does not answer in time; look whether it runs and whether a firewall is in between.`;
  if (/CERT|SSL|TLS/i.test(`${code} ${message}`))
    return `the TLS connection to ${server} fails (${code || message}); correct sslmode in the address, or the server's certificate.`;
  switch (code) {
    case '28P01':
    case '28000':
      return `${server} refuses the login of "${role}" or of the API's roles; correct user and password here, or in DATABASE_APP_URL and DATABASE_AUTH_URL.`;
    case '3D000':
      return `there is no database "${database}" at ${server}; make it with CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0.`;
    case '42501':
      return `the role "${role}" lacks a right (${message}); make it the owner of "${database}" and give it CREATEROLE, or set DATABASE_APP_URL and DATABASE_AUTH_URL.`;
    case '53100':
      return `the disk of ${server} is full; free space there.`;
    case '53300':
      return `${server} has no free connection; raise its max_connections, or end other programs' connections.`;
    case '57P03':
      return `PostgreSQL at ${server} is just starting or stopping; start again in a moment.`;
    default:
      return null;
  }
}
