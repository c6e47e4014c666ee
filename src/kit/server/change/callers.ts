import { mergeRanges, rangesOfCode, type Caller, type Range, type Touched } from '../caller.ts';

/** The range in which a person holds a code. */
export function rangeOn(caller: Caller, code: string | null): Range {
  if (caller.grants.superAdmin) return { all: true };
  const ranges = code === null ? [] : rangesOfCode(caller.grants, code);
  return ranges.length > 0 ? mergeRanges(ranges) : { all: false, paths: [], self: false, uid: caller.uid };
}

/** The same caller with the range of another code: calls that serve many kinds learn only from the objects which code counts. */
export function callerOn(caller: Caller, code: string | null): Caller {
  return { ...caller, scope: () => (caller.scope(), rangeOn(caller, code)) };
}

/** The same caller with an own list of touched objects and another audit word: one for each transaction of a job. */
export function callerOfBatch(caller: Caller, operation: string): Caller {
  const touched: Touched[] = [];
  const mark = (): (() => void) => {
    const takeBack = caller.mark();
    const objects = touched.length;
    return () => {
      takeBack();
      touched.length = objects;
    };
  };
  return { ...caller, operation, touched, touch: (object) => touched.push(object), mark };
}
