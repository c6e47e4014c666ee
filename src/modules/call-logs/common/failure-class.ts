/** How a call ended: `ok`, or the class of its failure. The same words in log, statistics, breaker and alerts. */
export const failureClasses = [
  'ok',
  'dns',
  'refused',
  'tls',
  'connectTimeout',
  'timeout',
  'signIn',
  'permission',
  'notFound',
  'protocol',
  'fault',
  'schema',
  'empty',
  'tooLarge',
  'egress',
  'transform',
  'breaker',
  'limited',
  'off',
  'cancelled',
  'internal',
] as const;

/** How a call ended. */
export type FailureClass = (typeof failureClasses)[number];

/** Kinds of what is called: the five of interfaces, and the product's own functions. */
export const targetKinds = ['http', 'database', 'sap', 'soap', 'dubbo', 'sysApi'] as const;
/** Who calls: nobody known, a terminal, a system with a key, another module. */
export const callerKinds = ['none', 'terminal', 'system', 'internal'] as const;
/** What the cache had to do with a call. */
export const cacheStates = ['hit', 'miss', 'stale', 'mock', 'off'] as const;
/** How a step of a call ended. */
export const stepStates = ['done', 'skipped', 'failed'] as const;
