/** How much is erased: the data of the applications, or the whole device. */
export const eraseScopes = ['eraseApp', 'wipeDevice'] as const;
/** Who brought an erasure about. */
export const eraseOrigins = ['administrator', 'unbind', 'leave', 'check', 'gesture', 'application'] as const;
/** How an order stands: as the one of its devices that is least far. */
export const eraseOrderStates = [
  'awaitingApproval',
  'hold',
  'queued',
  'delivered',
  'done',
  'failed',
  'cancelled',
  'refused',
  'expired',
] as const;
/** How one device of an order stands. */
export const eraseItemStates = [
  'awaitingApproval',
  'hold',
  'queued',
  'delivered',
  'acknowledged',
  'failed',
  'cancelled',
  'refused',
  'expired',
  'closedByHand',
  'superseded',
] as const;
/** States from which an erasure may still happen. */
export const openEraseStates = ['awaitingApproval', 'hold', 'queued', 'delivered', 'failed'] as const;
