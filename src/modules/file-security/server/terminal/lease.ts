import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { clientFileLease } from '../../common/client.contract.ts';
import { closed } from '../rule/ask.ts';
import { decide } from '../rule/decide.ts';
import { gather } from '../rule/gather.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import { writeDecision } from '../rule/write-down.ts';
import { placeOf } from './place.ts';

const hourMillis = 3_600_000;

/** Asks the rules of offline use again for each container that was fetched with a ticket; what they refuse, and what was never fetched, stays closed. */
export async function leaseFiles(
  call: ClientCall,
  { fileIds }: ClientInput<typeof clientFileLease>,
): Promise<ClientReply<typeof clientFileLease>> {
  const { services, db, caller } = call;
  const place = await placeOf(call);
  return closed(services, async () => {
    const book = await fileRulesOf(services).book();
    const { rows } = await sql<{ id: string }>`select distinct file_id as id from file_ticket where employee_id = ${caller.uid}
      and install_id = ${place.installId} and used_at is not null and file_id = any(${[...fileIds]}::uuid[])`.execute(db);
    const fetched = new Set(rows.map(({ id }) => id));
    const list = [];
    for (const fileId of new Set(fileIds)) {
      const gathered = fetched.has(fileId)
        ? await gather(services, db, book, { ...place, action: 'offline', file: { fileId } })
        : undefined;
      if (!gathered) {
        list.push({ fileId, until: null, ref: '' });
        continue;
      }
      const decision = decide(book, book.published, gathered.facts);
      const ref = await writeDecision(db, gathered, decision, {
        occasion: 'ask',
        installId: place.installId,
        setNumber: book.published.number,
      });
      const hours = Math.min(decision.conditions.offlineHours ?? Infinity, book.offlineHours[gathered.facts.file.level]);
      list.push({ fileId, until: decision.verdict === 'block' ? null : services.now() + hours * hourMillis, ref });
    }
    return { list };
  });
}
