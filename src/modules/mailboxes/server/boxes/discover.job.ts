import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { notFound } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { mailDiscover } from '../../common/boxes/account.contract.ts';
import { mailHomePage } from '../../common/permissions.ts';
import { mailAccounts } from './accounts.ts';
import { issueAt } from './issues.ts';

type Requested = Parsed<typeof mailDiscover>;

/** Somebody for whom a box may be made, and what is there already. */
interface Found {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Whose box has this address; an empty text: nobody's. */
  readonly taken: string | null;
  /** A personal box of theirs on the server. */
  readonly own: string | null;
}

const pieceSize = 500;

/** Plans boxes for people, line by line: new ones, those that are there already, and addresses that belong to somebody else. */
export const discoverJob: JobKind<Requested, { planId: string }> = {
  kind: 'mailAccount.discover',
  title: { namespace: 'mailboxes', key: 'job.discover' },
  code: mailHomePage.button.discover,
  run: async (context, request) => {
    const { db } = context.services.database;
    const { rows } = await sql<{ name: string; domains: string[] }>`select name, domains from mail_server
      where id = ${request.serverId}::uuid`.execute(db);
    const [server] = rows;
    if (!server) throw notFound();
    const plan = await makePlan(db, context.caller, {
      kind: mailAccounts.kind as Kind,
      title: { namespace: 'mailboxes', key: 'plan.discover', params: { server: server.name } },
      operations: linesOf(context, request, server.domains),
      source: 'import',
      operation: 'mailAccount.discover',
      code: mailHomePage.button.discover,
      signal: context.signal,
      onProgress: (done) => context.progress({ done, total: null, failed: 0 }),
    });
    return { planId: plan.id };
  },
};

async function* linesOf(context: JobContext, request: Requested, domains: readonly string[]): AsyncGenerator<PlannedOperation> {
  const known = new Set<string>();
  for await (const one of foundBy(context, request, domains)) {
    if ('missing' in one) yield refusedLine(0, one.missing, issueAt('address', 'issue.noEmployee'));
    else {
      const isTwice = known.has(one.address);
      known.add(one.address);
      yield lineOf(one, request.serverId, isTwice);
    }
  }
}

function lineOf({ id, name, address, taken, own }: Found, serverId: string, isTwice: boolean): PlannedOperation {
  const about = `${name} · ${address}`;
  const idle = { name: about, path: null, before: null, after: null, version: null };
  if (own !== null) return { action: 'same', id: own, ...idle };
  if (isTwice || taken !== null)
    return { action: 'refused', ...idle, issues: [issueAt('address', 'error.17008', { name: taken ?? address })] };
  const after: Fields = {
    address,
    name: { zh_CN: name },
    kind: 'personal',
    serverId,
    employeeId: id,
    ownerId: null,
    ownerDeptId: null,
    login: null,
    aliases: [],
    secret: null,
    signature: null,
    state: 'new',
    enabled: true,
  };
  return { action: 'create', name: about, path: null, before: null, after, version: null };
}

async function* foundBy(
  context: JobContext,
  { rule, deptId, addresses, serverId }: Requested,
  domains: readonly string[],
): AsyncGenerator<Found | { missing: string }> {
  const { db } = context.services.database;
  const range = context.caller.scope();
  const isWanted = (address: string): boolean => domains.length === 0 || domains.includes(address.slice(address.lastIndexOf('@') + 1));
  const within = deptId === undefined ? sql`true` : sql`e.id in (${directory.employeesUnder([deptId])})`;
  if (rule === 'list') {
    for (let from = 0; from < addresses.length; from += pieceSize) {
      const part = addresses.slice(from, from + pieceSize);
      const found = await peopleBy(
        serverId,
        sql`lower(e.email) = any(${part}) and ${within} and ${directory.employeeInRange(range, 'e.id')}`,
      );
      const byAddress = new Map(found.map((one) => [one.address, one]));
      for (const address of part) yield byAddress.get(address) ?? { missing: address };
    }
    return;
  }
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await peopleBy(
      serverId,
      sql`e.id > ${after}::uuid and e.email is not null and e.email <> '' and ${within} and ${directory.employeeAmongRange(range, 'e.id')}`,
    );
    yield* page.filter(({ address }) => isWanted(address));
    const last = page.at(-1);
    if (!last || page.length < pieceSize) return;
    after = last.id;
  }

  async function peopleBy(server: string, where: ReturnType<typeof sql>): Promise<Found[]> {
    const { rows } = await sql<Found>`select e.id::text as id, e.name, lower(e.email) as address,
        (select a.address from mail_account a where lower(a.address) = lower(e.email) or a.aliases ? lower(e.email) limit 1) as taken,
        (select a.id::text from mail_account a where a.employee_id = e.id and a.server_id = ${server}::uuid and a.kind = 'personal' limit 1) as own
      from employee e join (${directory.activeEmployees()}) as active on active.id = e.id
      where ${where} order by e.id limit ${pieceSize}`.execute(db);
    return rows;
  }
}
