import { perProduct } from '#kit/server/per-product.ts';

const [secondMillis, minuteMillis, hourMillis] = [1_000, 60_000, 3_600_000];

/** Times of answer calls; tests make them shorter. */
export const answerTimes = perProduct(() => ({
  timeoutMillis: 10 * secondMillis,
  /** So long an answer belongs to who claimed it: longer than a call can take. */
  leaseMillis: 20 * secondMillis,
  /** Pauses behind calls without a clear answer; the last one is that of all further ones. */
  pauses: [10 * secondMillis, minuteMillis, 5 * minuteMillis, 15 * minuteMillis, hourMillis, 2 * hourMillis],
  /** Before an answer is tried again that was not sent, because its system was left alone. */
  restMillis: 10 * secondMillis,
}));
