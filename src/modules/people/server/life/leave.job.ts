import type { JobKind } from '#kit/server/services.ts';
import { userManagement } from '../../common/permissions.ts';
import { runLeave } from './leave.run.ts';
import './life.table.ts';

interface LeavePayload {
  eventIds: string[];
}

interface LeaveResult {
  done: number;
  /** Left, with steps still open. */
  open: number;
}

/** Deals with what people hold who leave, one person after another; begun again it goes on with the first step that is not done. */
export const leaveJob: JobKind<LeavePayload, LeaveResult> = {
  kind: 'employee.leave',
  title: { namespace: 'user-centre', key: 'job.leave' },
  params: ({ eventIds }) => ({ count: eventIds.length }),
  code: userManagement.button.leave,
  run: async (context, { eventIds }) => {
    const result = { done: 0, open: 0 };
    for (const eventId of eventIds) {
      context.signal.throwIfAborted();
      const state = await runLeave(context.services, context.caller, eventId);
      if (state === 'failed') result.open += 1;
      else result.done += 1;
      await context.progress({ done: result.done + result.open, total: eventIds.length, failed: result.open });
    }
    return result;
  },
  // Nothing stays running that nobody works on: it can be tried again.
  over: async (db, { eventIds }) => {
    await db
      .updateTable('employment_event')
      .set({ state: 'failed', seal: null })
      .where('id', 'in', eventIds)
      .where('state', '=', 'running')
      .execute();
  },
};
