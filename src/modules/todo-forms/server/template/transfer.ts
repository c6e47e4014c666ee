import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { templateExport, templateImport } from '../../common/template/transfer.contract.ts';
import { systemsInReach } from './reach.ts';
import { keepDraft, todoTemplates } from './templates.ts';

async function exported(call: Call, { ids }: Parsed<typeof templateExport>): Promise<Reply<typeof templateExport>> {
  return call.write(async (tx) => {
    const { rows } = await sql<{ id: string; code: string }>`select id, code from todo_system`.execute(tx);
    const codes = new Map(rows.map(({ id, code }) => [id, code]));
    const templates = [];
    for (const id of ids) {
      const { code, name, systemId, content } = await todoTemplates.one({ ...call, db: tx }, id);
      templates.push({ code, name, system: codes.get(systemId) ?? '', content });
    }
    return { templates };
  });
}

async function imported(call: Call, { systemId, templates }: Parsed<typeof templateImport>): Promise<Reply<typeof templateImport>> {
  const [at, byId] = [call.services.now(), call.caller.uid];
  return call.write(async (tx) => {
    const done = { added: 0, changed: 0 };
    // Asked for here too: a file without any known system must not be answered without a look at the range.
    const range = call.caller.scope();
    for (const [index, { system, code, name, content }] of templates.entries()) {
      const { rows: found } = await sql<{
        id: string;
      }>`select id from todo_system where ${systemId === undefined ? sql`lower(code) = lower(${system})` : sql`id = ${systemId}::uuid`}`.execute(
        tx,
      );
      const own = found[0]?.id;
      if (own === undefined || (await systemsInReach(tx, range, [own])).size === 0)
        throw new InvalidInput([
          { path: systemId === undefined ? `templates.${index}.system` : 'systemId', namespace: 'todo-forms', key: 'issue.noSystem' },
        ]);
      const { rows } = await sql<{ id: string; draftNo: number }>`select id, draft_no as "draftNo" from todo_template
        where system_id = ${own}::uuid and lower(code) = lower(${code})`.execute(tx);
      const [known] = rows;
      if (known) {
        await changeObjects(tx, call.caller, todoTemplates.kind, [
          { id: known.id, version: null, fields: { name, draftNo: known.draftNo + 1 } },
        ]);
        await keepDraft(tx, { templateId: known.id, content, at, byId });
        done.changed += 1;
      } else {
        const made = await todoTemplates.add(tx, call, { systemId: own, code, name, ownerId: null });
        await keepDraft(tx, { templateId: made.id, content, at, byId });
        done.added += 1;
      }
    }
    return done;
  });
}

/** Templates between installations. */
export const transferRoutes: readonly BoundRoute[] = [handle(templateExport, exported), handle(templateImport, imported)];
