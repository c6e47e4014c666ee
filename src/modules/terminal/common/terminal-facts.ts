/** Classes of terminals: so many of each a person may use at once. */
export type TerminalClass = 'phone' | 'tablet' | 'pc';

/** Platforms of terminals and their classes; tablets are told from phones by their devices. */
export const classOfPlatform: Readonly<Record<number, TerminalClass>> = { 1: 'phone', 2: 'phone', 4: 'pc', 5: 'pc', 8: 'phone' };

/** Why a session of a terminal ended. */
const sessionEnds = ['employee', 'elsewhere', 'administrator', 'disabled', 'password', 'device', 'reuse', 'idle'] as const;
/** Why a session of a terminal ended. */
export type SessionEnd = (typeof sessionEnds)[number];
