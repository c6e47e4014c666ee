import { sql } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { clientFileEvent, clientFilePrinted } from '../../common/client.contract.ts';
import { fileSourcesOf } from '../rule/file-sources.ts';
import { placeOf } from './place.ts';
import { findTicket } from './ticket.ts';
import '../file-security.table.ts';

/** Writes down what became of a print; the same report again changes nothing. */
export async function reportPrint(
  call: ClientCall,
  { ticket: text, pages, copies, printer, result }: ClientInput<typeof clientFilePrinted>,
): Promise<null> {
  const ticket = await findTicket(call, text);
  if (ticket.action !== 'print') throw new Refusal(18242);
  await sql`update file_print set pages = ${pages}, copies = ${copies}, printer = ${printer}, result = ${result}
    where ref = ${ticket.ref} and result in ('open', 'unknown')`.execute(call.db);
  return null;
}

/** Prints for which no report came are unknown after so long. */
const unknownMillis = 10 * 60_000;

/** Marks prints of which nothing was heard. */
export async function closePrints({ database, now }: Pick<ClientCall['services'], 'database' | 'now'>): Promise<void> {
  await sql`update file_print set result = 'unknown' where result = 'open' and at < ${now() - unknownMillis}`.execute(database.db);
}

/** Takes screenshots and recordings down, each once; times of the terminal are kept beside that of the report. */
export async function reportEvents(call: ClientCall, { events }: ClientInput<typeof clientFileEvent>): Promise<{ taken: string[] }> {
  const { db, services } = call;
  const place = await placeOf(call);
  const fileIds = events.flatMap(({ fileId }) => fileId ?? []);
  // Files that the person can't have shown are dropped from the report.
  const reached = await fileSourcesOf(services).reached(db, place.employeeId, [...new Set(fileIds)]);
  const { rows: named } = await sql<{
    id: string;
    name: string;
  }>`select id, name from file where id = any(${[...reached]}::uuid[])`.execute(db);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  await db
    .insertInto('file_screenshot')
    .values(
      events.map(({ id, kind, at, place: where, prevented, fileId }) => ({
        install_id: place.installId,
        event_id: id,
        at,
        reported_at: services.now(),
        employee_id: place.employeeId,
        platform: place.platform,
        device_name: place.device?.name ?? null,
        address: place.address,
        kind,
        place: where,
        prevented,
        file_id: fileId !== undefined && names.has(fileId) ? fileId : null,
        file_name: (fileId !== undefined && names.get(fileId)) || '',
      })),
    )
    .onConflict((conflict) => conflict.columns(['install_id', 'event_id']).doNothing())
    .execute();
  return { taken: events.map(({ id }) => id) };
}
