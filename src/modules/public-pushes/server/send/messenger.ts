import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { deliverFromAccount, withdrawFromAccount, type AccountMessage } from '#modules/messaging/server/public.ts';

/** What became of a message: kept under this id, refused for good, or not taken now (`again`). */
export type Delivered = { readonly messageId: string } | { readonly refused: string; readonly again?: true };

/** The messaging service as pushes use it. It may refuse, be slow, die, answer twice or lose its answer: it takes a key once. */
export interface Messenger {
  deliver(services: CoreServices, messages: readonly AccountMessage[]): Promise<ReadonlyMap<string, Delivered>>;
  withdraw(services: CoreServices, messageIds: readonly string[]): Promise<ReadonlySet<string>>;
}

const real: Messenger = { deliver: deliverFromAccount, withdraw: withdrawFromAccount };

/** The messaging service of a product; tests put a stand-in in its place. */
export const messengerOf = perProduct<{ current: Messenger }>(() => ({ current: real }));
