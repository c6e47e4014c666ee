import { storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import { memberLimitRow, memberLimitUpdate } from '../../common/member-limit.contract.ts';
import { partyOf } from './party-of.ts';

/** What the form holds of a member limit: ids alone. */
export function memberValues(object: object): FormValues {
  const limit = memberLimitRow.safeParse(object).data;
  const stored = storedValues(memberLimitUpdate.input, object);
  if (!limit) return stored;
  return {
    ...stored,
    from: limit.from.flatMap(partyOf),
    to: limit.to.flatMap(partyOf),
    exceptions: limit.exceptions.flatMap(({ id }) => id ?? []),
  };
}
