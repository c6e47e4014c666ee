import { callerOf, systemCaller, type Caller } from '#kit/server/caller.ts';

/**
 * Person on whose behalf the product acts: what follows from a leaving or transfer that was allowed is not asked of their own rights again
 * (who may let people leave need not administer roles). Named in journal and audit as the person; the product itself where nobody asked.
 */
export function actingFor(caller: Caller, operation: string): Caller {
  const { uid, account, name, language, address, userAgent, requestId } = caller;
  const { grants, confirmedAt } = systemCaller(operation);
  return callerOf({
    uid,
    account,
    name,
    language,
    sessionId: null,
    address,
    userAgent,
    requestId,
    operation,
    grants,
    confirmedAt,
    mustChangePassword: false,
    codes: [],
  });
}
