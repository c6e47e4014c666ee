import type { LocalText } from '../language.ts';

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
export type FactShape = 'text' | 'number' | 'time' | 'bytes' | 'percent';

/** One thing that is known of a warning's object; a text in each language where it is a name or a reason of the product's own. */
export type WarningFact = string | number | boolean | null | LocalText;

/** Facts of an alert's object, without secrets. */
export type WarningFacts = Readonly<Record<string, WarningFact>>;

/** Which of two severities matters more: positive when the first does. */
export const compareSeverity = (one: WarningSeverity, other: WarningSeverity): number =>
  warningSeverities.indexOf(one) - warningSeverities.indexOf(other);

/** Ways in which people are told of warnings. */
export const noticeChannels = ['console', 'mail', 'webhook', 'wechat', 'im'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Why somebody is told: it began, it became worse, it still is, it is over, who was told before did not see to it. */
export const noticeReasons = ['open', 'rise', 'repeat', 'solved', 'escalated'] as const;
export type NoticeReason = (typeof noticeReasons)[number];

/** Outcomes of a notice. */
export const noticeStates = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type NoticeState = (typeof noticeStates)[number];

/** Events of an alert. */
export const warningChangeWords = [
  'opened',
  'reopened',
  'rose',
  'fell',
  'acknowledged',
  'acknowledgeEnded',
  'assigned',
  'cleared',
  'resolved',
  'silenced',
  'unsilenced',
  'inhibited',
  'uninhibited',
] as const;
export type WarningChangeWord = (typeof warningChangeWords)[number];
