/** A service that takes payments online, as everything but its own client knows it. */
interface ProviderInfo {
  label: string;
  /** For whom it is. */
  about: string;
  /** Galley opens its payment pages, pays out through it and reads its records. The others only send signed messages. */
  isHosted: boolean;
  /** How a restaurant is connected with it. */
  connectedBy: 'pages' | 'bank_account' | 'keys';
  /** Where it takes the payments before all others. */
  countries: readonly string[];
}

/** In the order in which they take a restaurant's payments where its country prefers none. */
export const providers = {
  stripe: {
    label: 'Stripe',
    about: 'Cards and wallets in most countries.',
    isHosted: true,
    connectedBy: 'pages',
    countries: [],
  },
  paystack: {
    label: 'Paystack',
    about: 'For restaurants in Nigeria, Ghana, South Africa and Kenya.',
    isHosted: true,
    connectedBy: 'bank_account',
    countries: ['NG', 'GH', 'ZA', 'KE'],
  },
  custom: {
    label: 'Payment gateway',
    about: 'A payment service that is not listed here can send signed messages. Customers cannot pay through it.',
    isHosted: false,
    connectedBy: 'keys',
    countries: [],
  },
} as const satisfies Record<string, ProviderInfo>;

type Providers = typeof providers;
export type OnlineProvider = keyof Providers;
type With<Fact> = { [K in OnlineProvider]: Providers[K] extends Fact ? K : never }[OnlineProvider];
export type HostedProvider = With<{ isHosted: true }>;
export type BankProvider = With<{ connectedBy: 'bank_account' }>;

type List<T> = [T, ...T[]];
export const onlineProviders = Object.keys(providers) as List<OnlineProvider>;
export const isHosted = (provider: string | null): provider is HostedProvider =>
  provider !== null && Object.hasOwn(providers, provider) && providers[provider as OnlineProvider].isHosted;
export const hostedProviders = onlineProviders.filter(isHosted) as List<HostedProvider>;
/** The one that pays out to a bank account which the restaurant names. */
export const bankProvider = onlineProviders.find(
  (one) => providers[one].connectedBy === 'bank_account',
) as BankProvider;

/** The providers in the order in which they take a restaurant's payments: the first one that is verified does. */
export const providerOrder = (countryCode: string | null): OnlineProvider[] =>
  onlineProviders.toSorted((a, b) => Number(isAtHome(b, countryCode)) - Number(isAtHome(a, countryCode)));

const isAtHome = (provider: OnlineProvider, countryCode: string | null): boolean =>
  (providers[provider].countries as readonly (string | null)[]).includes(countryCode);
