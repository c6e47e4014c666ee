import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { Language } from '#kit/common/language.ts';
import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { interfaceNames, type InterfaceUse } from '#modules/access/server/public.ts';
import { callInterface } from '#modules/gateway/server/public.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { attachSystem, attachTest, clientAttachmentOpen, clientAttachmentPage } from '../common/attach.contract.ts';
import { cannot } from './conversion.service.ts';
import { pageMarksOf } from './page-marks.ts';
import { convertedPage, convertFile, type ConvertedFile } from './public.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    attach_system: CrudTable<typeof attachSystem>;
  }
}

/** Attachment systems that fetch files or ask for rights through these interfaces. */
export async function attachUses(db: Db, ids: readonly string[]): Promise<InterfaceUse[]> {
  const rows = await db
    .selectFrom('attach_system')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('fetch_interface_id', 'in', [...ids]), eb('rights_interface_id', 'in', [...ids])]))
    .execute();
  return rows.map((row) => ({ ...row, kind: 'attachSystem' }));
}

/** Attachment systems on the server. */
export const attachSystems = crudServer(attachSystem, {
  table: 'attach_system',
  directory: createDirectory(),
  rows: async ({ db }, objects) => {
    const known = await interfaceNames(
      db,
      objects.flatMap(({ fetchInterfaceId, rightsInterfaceId }) => [fetchInterfaceId, rightsInterfaceId ?? []].flat()),
    );
    return objects.map(({ fetchInterfaceId, rightsInterfaceId }) => ({
      fetchName: known.get(fetchInterfaceId)?.name ?? '',
      rightsName: rightsInterfaceId === null ? null : (known.get(rightsInterfaceId)?.name ?? ''),
    }));
  },
});

interface System {
  code: string;
  fetch_interface_id: string;
  rights_interface_id: string | null;
  id_param: string;
}

interface Person {
  uid: string;
  account: string;
  name: string;
}

/** Whether the owner of an attachment lets somebody see it, and how the question ended. */
async function rightsOf(
  services: Services,
  system: System,
  person: Person,
  attachmentId: string,
): Promise<{ allowed: boolean; class: string }> {
  if (system.rights_interface_id === null) return { allowed: true, class: 'ok' };
  const answer = await callInterface(services, { module: 'conversion', employee: person }, system.rights_interface_id, {
    params: { [system.id_param]: attachmentId },
  });
  const said =
    answer.data === true || (typeof answer.data === 'object' && answer.data !== null && Reflect.get(answer.data, 'allowed') === true);
  return { allowed: answer.code === 0 && said, class: answer.class };
}

const isAllowed = async (...asked: Parameters<typeof rightsOf>): Promise<boolean> => (await rightsOf(...asked)).allowed;

/** Fetches an attachment and makes pages of it; 14060 where the system behind did not answer. */
async function pagesOf(services: Services, system: System, person: Person, attachmentId: string): Promise<ConvertedFile> {
  const answer = await callInterface(services, { module: 'conversion', employee: person }, system.fetch_interface_id, {
    params: { [system.id_param]: attachmentId },
  });
  if (answer.class !== 'ok') throw cannot(services, 'fetch');
  const name = nameIn(answer.headers) ?? attachmentId;
  return convertFile(services, { name, content: Readable.from([answer.body]), origin: system.code }, 15_000);
}

function nameIn(headers: Readonly<Record<string, string>>): string | undefined {
  const given = headers['content-disposition'] ?? '';
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  if (extended !== undefined)
    try {
      return decodeURIComponent(extended);
    } catch {
      return undefined;
    }
  return /filename="?([^";]+)"?/i.exec(given)?.[1];
}

async function systemOf(services: Services, code: string): Promise<System> {
  const row = await services.database.db
    .selectFrom('attach_system')
    .selectAll()
    .where('code', '=', code)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function trial(call: Call, { id, employeeId, attachmentId }: Parsed<typeof attachTest>): Promise<Reply<typeof attachTest>> {
  const { db, services, caller } = call;
  const range = caller.scope();
  const row = await db
    .selectFrom('attach_system')
    .selectAll()
    .where('id', '=', id)
    .where(services.directory.departmentInRange(range, 'attach_system.owner_dept_id'))
    .executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  const inside =
    await sql`select from (select ${employeeId}::uuid as id) as person where ${services.directory.employeeInRange(range, 'person.id')}`.execute(
      db,
    );
  const person = await services.directory.byUid(db, employeeId);
  if (inside.rows.length === 0 || !person) throw range.all ? notFound() : outOfRange();
  const { allowed, class: how } = await rightsOf(services, row, person, attachmentId);
  // Who could not be asked has not said no.
  const why = how === 'ok' ? '' : services.texts.text(caller.language, 'call-logs', `call.class.${how}`);
  const steps: Reply<typeof attachTest>['steps'] = [{ step: 'rights', ok: allowed, detail: why }];
  if (!allowed) return { steps, pages: 0 };
  const made = await pagesOf(services, row, person, attachmentId);
  steps.push({ step: 'fetch', ok: true, detail: '' });
  steps.push({
    step: 'convert',
    ok: made.state === 'ready',
    detail: stateText(services, caller.language, made),
  });
  return { steps, pages: made.pages };
}

/** Why it is not converted, or how far it is; nothing of what is done. */
function stateText({ texts }: Pick<Services, 'texts'>, language: Language, made: { state: string; reason: string | null }): string {
  if (made.reason !== null) return texts.text(language, 'conversion', `reason.${made.reason}`);
  return made.state === 'ready' ? '' : texts.text(language, 'conversion', `conversion.state.${made.state}`);
}

/** Calls of the console beside those of the entity. */
export const attachRoutes: readonly BoundRoute[] = [handle(attachTest, trial)];

/** Calls of terminals. */
export const attachClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientAttachmentOpen, async ({ services, caller }, { system: code, attachmentId }) => {
    const system = await systemOf(services, code);
    if (!(await isAllowed(services, system, caller, attachmentId))) throw notFound();
    const made = await pagesOf(services, system, caller, attachmentId);
    const reason = made.reason === null ? null : services.texts.text(caller.language, 'conversion', `reason.${made.reason}`);
    return { state: made.state, conversionId: made.id, pages: made.pages, reason };
  }),
  handleClient(clientAttachmentPage, async (call, { system: code, attachmentId, page }) => {
    const { services, caller, response } = call;
    const system = await systemOf(services, code);
    if (!(await isAllowed(services, system, caller, attachmentId))) throw notFound();
    const made = await pagesOf(services, system, caller, attachmentId);
    const file = await convertedPage(services, made.id, page);
    const plain = await buffer(await services.files.open(file.hash));
    // The pages are shared; who looks at one is drawn into it as it leaves.
    const bytes = (await pageMarksOf(services).draw?.(call, { bytes: plain, ref: made.id.slice(-8) })) ?? plain;
    await response
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `inline; filename="${page}.png"`)
      .type('image/png')
      .send(bytes);
    return undefined;
  }),
];
