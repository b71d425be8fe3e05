/** Countries whose restaurants use Paystack. All others use Stripe. */
export const paystackCountries: readonly string[] = ['NG', 'GH', 'ZA', 'KE'];

/** The providers in the order in which they take a restaurant's payments: the first one that is verified does. */
export const providerOrder = (countryCode: string | null) =>
  paystackCountries.includes(countryCode ?? '')
    ? (['paystack', 'stripe', 'custom'] as const)
    : (['stripe', 'paystack', 'custom'] as const);
