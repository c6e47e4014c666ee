import { recordCall } from '#modules/call-logs/server/public.ts';
import { recordOf, type EndedCall } from './record.ts';

/** Gives a call that is over to the call log; never waits, never throws. */
export function logCall(call: EndedCall): void {
  try {
    recordCall(call.services, recordOf(call));
  } catch (error) {
    call.services.log.warn({ err: error }, 'A call could not be logged');
  }
}
