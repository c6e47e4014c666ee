/** How much a warning matters, mildest first. */
export const warningSeverities = ['info', 'warning', 'error', 'critical'] as const;
export type WarningSeverity = (typeof warningSeverities)[number];

/** When notices of a rule leave: at once, or together. */
export const warningDigests = ['atOnce', 'hourly', 'daily'] as const;
export type WarningDigest = (typeof warningDigests)[number];

/** How a warning stands: seen but not yet long enough, in force, seen by somebody, over. */
export const warningStates = ['pending', 'open', 'acknowledged', 'resolved'] as const;
export type WarningState = (typeof warningStates)[number];

/** How a fact is written for people. */
export const factShapes = ['text', 'number', 'time', 'bytes', 'percent', 'minutes'] as const;
export type FactShape = (typeof factShapes)[number];

/** What is known of a warning's object, without secrets. */
export type WarningFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Which of two severities matters more: positive when the first does. */
export const compareSeverity = (one: WarningSeverity, other: WarningSeverity): number =>
  warningSeverities.indexOf(one) - warningSeverities.indexOf(other);
