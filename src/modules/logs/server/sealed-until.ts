import type { Call } from '#kit/server/handle.ts';
import type { Stream } from '#kit/server/audit/streams.ts';

/** How far a log is sealed: rows are sealed in the order of transaction and id. */
export interface SealedPlace {
  readonly tx: number;
  readonly id: string;
}

/** The last row of a log that is bound into the chain of seals. */
export async function sealedUntil({ db }: Pick<Call, 'db'>, stream: Stream): Promise<SealedPlace> {
  const head = await db.selectFrom('audit_head').select(['tx', 'row_id']).where('stream', '=', stream).executeTakeFirst();
  return { tx: head?.tx ?? -1, id: head?.row_id ?? '' };
}

/** Whether a row is bound into the chain. */
export const isSealed = (row: SealedPlace, sealed: SealedPlace): boolean =>
  row.tx < sealed.tx || (row.tx === sealed.tx && row.id <= sealed.id);
