import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { templateExport, templateImport } from '../../common/template/transfer.contract.ts';
import { assertSystemReach, systemInReach } from './reach.ts';
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

/** The system with this code, where it is within reach; another one is as if it were not there. */
async function systemNamed(tx: Tx, range: Range, code: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select t.id from todo_system t where lower(t.code) = lower(${code}) and ${systemInReach(range, 't.id', 'template')}`.execute(tx);
  return rows[0]?.id;
}

async function imported(call: Call, { systemId, templates }: Parsed<typeof templateImport>): Promise<Reply<typeof templateImport>> {
  const [at, byId] = [call.services.now(), call.caller.uid];
  return call.write(async (tx) => {
    const done = { added: 0, changed: 0 };
    // Asked for here too: a file without any known system must not be answered without a look at the range.
    const range = call.caller.scope();
    if (systemId !== undefined) await assertSystemReach(tx, call.caller, systemId, 'template');
    for (const [index, { system, code, name, content }] of templates.entries()) {
      const own = systemId ?? (await systemNamed(tx, range, system));
      if (own === undefined)
        throw new InvalidInput([{ path: `templates.${index}.system`, namespace: 'todo-forms', key: 'issue.noSystem' }]);
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
