import { perProduct } from '#kit/server/per-product.ts';

/** Told of each terminal that has come in by the connection, and by which host and port. */
export type Arrival = (host: string) => Promise<void>;

/** Who is told of terminals that come in; modules register when they start. */
export const arrivalsOf = perProduct((): { add(arrival: Arrival): void; tell(host: string): Promise<void> } => {
  const all: Arrival[] = [];
  return {
    add: (arrival) => void all.push(arrival),
    tell: async (host) => {
      for (const arrival of all) await arrival(host);
    },
  };
});
