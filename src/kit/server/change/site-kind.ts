import { moduleOfCode } from '#kit/common/codes.ts';
import { outOfRange, Refusal } from '../refusal.ts';
import type { Kind, OperationIssue } from './kind.ts';

/** A kind of objects that hold for the whole site: whoever administers a part of the company neither changes them nor reads their history. */
export function siteKind(kind: Kind): Kind {
  const { unranged: _unranged, ...ranged } = kind;
  return {
    ...ranged,
    outside: async (_tx, range, operations) => (range.all ? new Set<number>() : new Set(operations.keys())),
  };
}

/** Refusal of a write outside the caller's range: 10910, or the code that the kind has for it. */
export const outsideRefusal = ({ siteCode }: Pick<Kind, 'siteCode'>): Refusal =>
  siteCode === undefined ? outOfRange() : new Refusal(siteCode);

/** The same as an issue of one operation, where the others are done. */
export const outsideIssue = ({ siteCode }: Pick<Kind, 'siteCode'>): OperationIssue =>
  siteCode === undefined
    ? { path: '', namespace: 'kit', key: 'plan.outOfRange' }
    : { path: '', namespace: moduleOfCode(siteCode), key: `error.${siteCode}` };
