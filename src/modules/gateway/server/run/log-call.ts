import { perProduct } from '#kit/server/per-product.ts';
import { recordOf, type EndedCall, type KeptCall } from './record.ts';

/** The last calls of this process, for what asks before the log is written. */
export const recentCalls = perProduct(() => ({ list: [] as KeptCall[] }));

const most = 200;

/** Gives a call that is over to the call log; never waits, never throws. */
export function logCall(call: EndedCall): void {
  try {
    const record = recordOf(call);
    const recent = recentCalls(call.services).list;
    recent.push(record);
    if (recent.length > most) recent.shift();
  } catch (error) {
    call.services.log.warn({ err: error }, 'A call could not be logged');
  }
}
