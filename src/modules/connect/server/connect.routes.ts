import { handleClient, sessionOf, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { clientConnectList, clientConnectParams, clientConnectTicket } from '../common/client.contract.ts';
import { connectResolve, connectSecret, connectTest } from '../common/connect.contract.ts';
import { forTerminal, resolveParams } from './resolve.ts';
import { hashOf, isForPerson, isOnList, issueTicket, randomText, widgetOf } from './tickets.ts';

/** A connected widget in the range of the caller. */
async function inRange({ db, caller, services }: Call, id: string) {
  const range = caller.scope();
  const row = await db
    .selectFrom('connect_widget')
    .selectAll()
    .where('id', '=', id)
    .where(services.directory.departmentInRange(range, 'connect_widget.owner_dept_id'))
    .executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  return row;
}

async function newSecret(call: Call, { id }: { id: string }): Promise<{ secret: string }> {
  const widget = await inRange(call, id);
  const secret = randomText();
  await call.write(async (tx) => {
    await tx
      .insertInto('connect_secret')
      .values({ widget_id: id, hash: hashOf(secret), made_at: call.services.now() })
      .onConflict((conflict) => conflict.column('widget_id').doUpdateSet({ hash: hashOf(secret), made_at: call.services.now() }))
      .execute();
    call.caller.touch({ kind: 'connectWidget', id, name: widget.name });
  });
  return { secret };
}

async function tryAs(call: Call, { id, employeeId, url, platform }: Parsed<typeof connectTest>): Promise<Reply<typeof connectTest>> {
  const { db, services, caller } = call;
  const widget = await inRange(call, id);
  const { rows } =
    await sql`select from (select ${employeeId}::uuid as id) as person where ${services.directory.employeeInRange(caller.scope(), 'person.id')}`.execute(
      db,
    );
  if (rows.length === 0) throw outOfRange();
  const secret = await db.selectFrom('connect_secret').select('made_at').where('widget_id', '=', id).executeTakeFirst();
  return {
    steps: [
      { step: 'enabled', ok: widget.enabled },
      { step: 'audience', ok: await isForPerson(services, widget.audience, employeeId) },
      { step: 'host', ok: isOnList(widget.hosts, url === '' ? (widget.entry_url ?? '') : url) },
      { step: 'secret', ok: secret !== undefined },
    ],
    params: Object.entries(forTerminal(await resolveParams(db, widget.widget_id, platform))).map(([name, value]) => ({ name, value })),
  };
}

async function resolve(
  { db, caller, services }: Call,
  { widgetId, platform }: Parsed<typeof connectResolve>,
): Promise<Reply<typeof connectResolve>> {
  const range = caller.scope();
  const all = await resolveParams(db, widgetId, platform);
  const { rows } = await sql<{ id: string }>`select id from unnest(${all.map(({ ownerDeptId }) => ownerDeptId)}::uuid[]) as d(id)
    where ${services.directory.departmentInRange(range, 'd.id')}`.execute(db);
  const seen = new Set(rows.map(({ id }) => id));
  return {
    list: all
      .filter(({ ownerDeptId }) => range.all || seen.has(ownerDeptId))
      .map(({ id, name, value, kind, visible, from }) => ({
        id,
        name,
        visible,
        from,
        value: visible === 'serverOnly' || kind === 'secret' ? null : value,
      })),
  };
}

/** Calls of the console beside those of the entities. */
export const connectRoutes: readonly BoundRoute[] = [
  handle(connectSecret, newSecret),
  handle(connectTest, tryAs),
  handle(connectResolve, resolve),
];

/** Calls of terminals. */
export const connectClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientConnectList, async (call) => {
    const { services, caller, terminal, db } = call;
    const rows = await db.selectFrom('connect_widget').selectAll().where('enabled', '=', true).orderBy('widget_id').limit(500).execute();
    const list: Awaited<ReturnType<typeof listed>>[] = [];
    for (const row of rows) if (await isForPerson(services, row.audience, caller.uid)) list.push(await listed(row));
    return { list };

    async function listed(row: (typeof rows)[number]) {
      return {
        widgetId: row.widget_id,
        entryUrl: row.entry_url,
        signIn: row.sign_in,
        params: forTerminal(await resolveParams(db, row.widget_id, terminal.platform)),
      };
    }
  }),
  handleClient(clientConnectParams, async ({ services, caller, terminal, db }, { widgetId }) => {
    const widget = await widgetOf(services, widgetId);
    const isTheirs = widget !== undefined && (await isForPerson(services, widget.audience, caller.uid));
    return { params: isTheirs ? forTerminal(await resolveParams(db, widgetId, terminal.platform)) : {} };
  }),
  handleClient(clientConnectTicket, async (call, { widgetId, url }) => {
    sessionOf(call);
    return issueTicket(call.services, { widgetId, url, uid: call.caller.uid, platform: call.terminal.platform });
  }),
];
