import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { reasonLetters } from '../../common/export.contract.ts';
import type { operationUnmask } from '../../common/unmask.contract.ts';
import { findRow } from './operation.detail.ts';
import { lineInRange } from './operation.range.ts';

interface Line {
  kind: string;
  object_id: string;
  object_name: string;
  path: string | null;
  before: Fields | null;
  after: Fields | null;
}

/** One masked value in full. Who sees it, and why, is noted before it leaves; secrets are kept nowhere and so are never shown. */
export async function unmaskOperation(call: Call, input: Parsed<typeof operationUnmask>): Promise<Reply<typeof operationUnmask>> {
  const { caller, services, db } = call;
  const range = caller.scope();
  const reason = input.reason ?? '';
  if (reason.length < reasonLetters.least) throw new Refusal(19032);
  const row = await findRow(call, input);
  const { rows } = await sql<Line>`select kind, object_id, object_name, path::text as path, before, after from change_operation
    where id = ${input.lineId}::uuid and batch_id = ${row.batch_id}::uuid and ${lineInRange(range)}`.execute(db);
  const [line] = rows;
  if (!line) throw range.all ? notFound() : outOfRange();
  const rule = services.kinds.find(({ kind }) => kind === line.kind)?.fields[input.field];
  if (!rule?.sensitive || rule.secret) throw new InvalidInput([{ path: 'field', namespace: 'kit', key: 'issue.invalid_value' }]);
  caller.touch({ kind: line.kind, id: line.object_id, name: line.object_name, path: line.path });
  caller.note({ field: input.field, reason });
  await call.write(async () => undefined);
  const query = { id: input.id, field: input.field };
  await services.readLog.note(caller, { area: 'unmask', query, rows: 1, objectIds: [line.object_id], reason });
  return { before: line.before?.[input.field] ?? null, after: line.after?.[input.field] ?? null };
}
