/** What an address is for. */
export const addressKinds = ['socket', 'http', 'file', 'push'] as const;
/** What an address is for. */
export type AddressKind = (typeof addressKinds)[number];
/** Networks from which it is reached: all, the company's, others. */
export const networks = ['all', 'inner', 'outer'] as const;
/** Addresses at most. */
export const mostAddresses = 50;
/** What a test does, in its order. */
export const testSteps = ['dns', 'connect', 'answer'] as const;

/** What is tried of the engine. */
export const engineSteps = ['write', 'bus', 'seal', 'processes'] as const;
/** One of these steps. */
export type EngineStep = (typeof engineSteps)[number];
