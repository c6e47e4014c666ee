import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { cardExport, cardFile, cardImport } from '../common/transfer.contract.ts';
import { cardTemplates } from './card.ts';

async function groupCodes(db: Call['db']): Promise<{ id: string; code: string }[]> {
  return (await sql<{ id: string; code: string }>`select id, code from im_card_group`.execute(db)).rows;
}

async function exported(call: Call, { ids }: Parsed<typeof cardExport>): Promise<Reply<typeof cardExport>> {
  const groups = new Map((await groupCodes(call.db)).map(({ id, code }) => [id, code]));
  const templates = [];
  for (const id of ids) {
    const found = await cardTemplates.one(call, id);
    const told = Object.fromEntries(Object.keys(cardFile.shape).map((key) => [key, Reflect.get(found, key)]));
    templates.push(cardFile.parse({ ...told, group: groups.get(found.groupId) ?? '' }));
  }
  return { templates };
}

async function imported(call: Call, { ownerDeptId, templates }: Parsed<typeof cardImport>): Promise<Reply<typeof cardImport>> {
  return call.write(async (tx) => {
    const groups = new Map((await groupCodes(tx)).map(({ id, code }) => [code, id]));
    const done = { added: 0, changed: 0 };
    for (const [at, { group, code, ...given }] of templates.entries()) {
      const groupId = groups.get(group);
      const path = `templates.${at}.group`;
      if (groupId === undefined) throw new Refusal(16081, { path, reason: group }, { path });
      const { rows } = await sql<{ id: string }>`select id from im_card_template where code = ${code}`.execute(tx);
      const [known] = rows;
      if (known) {
        const fields = JSON.parse(JSON.stringify({ ...given, groupId })) as Fields;
        await changeObjects(tx, call.caller, cardTemplates.kind, [{ id: known.id, version: null, fields }]);
        done.changed += 1;
      } else {
        await cardTemplates.add(tx, call, { ...given, code, groupId, ownerDeptId });
        done.added += 1;
      }
    }
    return done;
  });
}

/** Templates between installations. */
export const transferRoutes: readonly BoundRoute[] = [
  handle(cardExport, (call, input) => call.write((tx) => exported({ ...call, db: tx }, input))),
  handle(cardImport, imported),
];
