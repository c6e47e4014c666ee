import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { accountsInReach, assertSees } from '#modules/public-accounts/server/public.ts';
import { refKey } from '../../common/content-ref.ts';
import {
  contentList,
  materialFile,
  materialMove,
  materialReplace,
  materialUpload,
  materialUsedBy,
} from '../../common/material.contract.ts';
import { listContent } from '../content-list.ts';
import { usesBy } from '../uses.ts';
import { contentFiles, fileView, keepUploaded } from './content-files.ts';
import { materials, storedMaterials } from './materials.ts';

/** Calls of materials that are none of the entity's own. */
export const materialRoutes: readonly BoundRoute[] = [
  handle(materialUpload, upload),
  handle(materialFile, file),
  handle(materialUsedBy, usedBy),
  handle(materialMove, move),
  handle(materialReplace, replace),
  handle(contentList, async (call, input) => {
    await assertSees(call.db, call.caller.scope(), input.snoId);
    return { list: await listContent(call.db, input) };
  }),
];

async function upload(call: Call, input: Parsed<typeof materialUpload>): Promise<Reply<typeof materialUpload>> {
  const kept = await keepUploaded(call, input);
  const { rows } = await sql<{ id: string; name: string }>`select m.id, m.name from material as m join content_file as f on f.id = m.file_id
    where m.sno_id = ${input.snoId}::uuid and f.hash = ${kept.hash} order by m.created_at limit 5`.execute(call.db);
  return { ...fileView(kept), same: rows };
}

async function file(call: Call, { id }: Parsed<typeof materialFile>): Promise<undefined> {
  const { db, caller, services, request, response } = call;
  const range = caller.scope();
  const found = (await contentFiles(db, [id])).get(id);
  if (!found || !(await accountsInReach(db, range, [found.sno_id])).has(found.sno_id)) throw range.all ? notFound() : outOfRange();
  await sendFile(
    services.files,
    { hash: found.hash, name: `${id}.${found.type.split('/')[1]}`, type: found.type, size: Number(found.size) },
    request,
    response,
  );
  return undefined;
}

/** A material that the caller sees, by the entity's own reading. */
async function usedBy(call: Call, { id }: Parsed<typeof materialUsedBy>): Promise<Reply<typeof materialUsedBy>> {
  const { kind } = await materials.one(call, id);
  const uses = await usesBy(call.db, [{ kind, id }]);
  return { list: uses.get(refKey({ kind, id })) ?? [] };
}

async function move(call: Call, { ids, groupId }: Parsed<typeof materialMove>): Promise<Reply<typeof materialMove>> {
  call.caller.scope();
  return call.write(async (tx) => {
    const changed = await changeObjects(
      tx,
      call.caller,
      materials.kind,
      ids.map((id) => ({ id, version: null, fields: { groupId } })),
    );
    return { count: changed.length };
  });
}

async function replace(call: Call, { id, version, fileId }: Parsed<typeof materialReplace>): Promise<Reply<typeof materialReplace>> {
  call.caller.scope();
  return call.write(async (tx) => {
    await changeObjects(tx, call.caller, materials.kind, [{ id, version, fields: { fileId } }]);
    if ((await storedMaterials(tx, [id])).get(id)?.kind !== 'image')
      throw new InvalidInput([{ path: 'id', namespace: 'public-content', key: 'issue.picture' }]);
    return materials.one({ ...call, db: tx }, id);
  });
}
