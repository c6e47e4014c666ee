import { newId } from '#kit/server/ids.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import type { LogTab } from '../common/words.ts';
import './accounts.table.ts';

/** Something that happened in an account. */
export interface AccountEvent {
  readonly snoId: string;
  readonly tab: LogTab;
  /** What it was, in one word: `push.add`, `keyword`, `follow`, `failed`. */
  readonly kind: string;
  /** Whom it happened to. */
  readonly employeeId?: string | null;
  /** Who did it: an administrator, or the rule that fired. */
  readonly by?: { readonly id: string; readonly name: string };
  /** What it was done with: a push, a rule, a menu entry. */
  readonly ref?: { readonly id: string; readonly name: string };
  readonly result: 'done' | 'refused' | 'failed';
  readonly reason?: string;
  readonly detail?: unknown;
}

/** Notes what happened in accounts, in the transaction in which it happened. */
export async function noteInAccounts(db: Db, events: readonly AccountEvent[]): Promise<void> {
  const at = clock.now();
  for (let from = 0; from < events.length; from += 1000) {
    await db
      .insertInto('sno_log')
      .values(
        events.slice(from, from + 1000).map((event) => ({
          id: newId(),
          sno_id: event.snoId,
          tab: event.tab,
          at,
          kind: event.kind,
          employee_id: event.employeeId ?? null,
          by_id: event.by?.id ?? null,
          by_name: event.by?.name ?? '',
          ref_id: event.ref?.id ?? null,
          ref_name: event.ref?.name ?? '',
          result: event.result,
          reason: event.reason ?? '',
          detail: event.detail === undefined ? null : JSON.stringify(event.detail),
        })),
      )
      .execute();
  }
}
