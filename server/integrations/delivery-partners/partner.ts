export interface Stop {
  name: string;
  phone: string;
  address: string;
}

export interface DeliveryJob {
  /** Our own id: a repeat with the same one makes no second delivery. */
  reference: string;
  /** The partner's id of the kitchen, if it has one. */
  pickup_location_id: string | null;
  pickup: Stop;
  dropoff: Stop;
  items: { name: string; quantity: number }[];
  note: string;
}

export interface Quote {
  amount: number;
  currency: string;
  eta_minutes: number | null;
}

export interface Delivery {
  delivery_id: string;
  status: 'requested' | 'accepted' | 'picked_up' | 'delivered' | 'cancelled' | 'unknown';
  tracking_url: string | null;
}

/** Who carries orders to customers. A throw may pass later; null: the partner has no answer to that. */
export interface DeliveryPartner {
  /** Whether address and key are right. Null: nothing can tell. */
  check(): Promise<boolean | null>;
  quote(job: DeliveryJob): Promise<Quote | null>;
  create(job: DeliveryJob): Promise<Delivery>;
  cancel(deliveryId: string): Promise<Delivery>;
  track(deliveryId: string): Promise<Delivery>;
  /** A delivery in a webhook's body. Null: not signed by the partner. */
  readWebhook(rawBody: Uint8Array, signature: string): Delivery | null;
}
