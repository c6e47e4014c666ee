import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { parseAddress, parseSegment, segmentText, type Span } from '#platform/network/network.ts';
import { holds, spanSet } from '#platform/network/span-set.ts';
import { ipCheck, ipDetail, ipDetailAdd, ipDetailSwitch } from '../common/ip-detail.contract.ts';
import { addressesChanged } from './book.ts';
import { impactOfAddresses } from './uses.ts';

type Stored = StoredOf<typeof ipDetail.fields>;
const mostRows = 20_000;
const freshMillis = 5 * 60_000;

/** Rows of groups of addresses on the server. */
export const ipDetails = crudServer(ipDetail, {
  table: 'ip_detail',
  tidy: (entered) => ({ ...entered, ...(entered.value !== undefined && { value: tidied(entered.value) }) }),
  importBy: ['value', 'groupId'],
  importRows: mostRows,
  check: checkRows,
  written: (tx) => addressesChanged(tx),
  impact: (tx, caller, operations): Promise<Record<string, number>> =>
    impactOfAddresses(tx, ipDetails.kind as Kind, { caller, operations: operations as readonly Operation[] }),
  where: async ({ db }, { address }) => (address ? [sql<boolean>`t.id = any(${await rowsHolding(db, address)}::uuid[])`] : []),
});

/** A row as it is stored; what can't be read stays as it is and is refused. */
function tidied(value: string): string {
  const span = parseSegment(value);
  return span && !hostBits(value, span) ? segmentText(span) : value.trim();
}

/** The network that was meant where an address within it was written: `10.0.0.5/8` is no network. */
function hostBits(value: string, span: Span): string | undefined {
  const [host = '', bits] = value.trim().split('/');
  if (bits === undefined || value.includes('-')) return undefined;
  const address = parseAddress(host);
  return address && address.from !== span.from ? segmentText(span) : undefined;
}

const isAll = (span: Span): boolean => segmentText(span) === '0.0.0.0/0' || segmentText(span) === '::/0';

async function checkRows(tx: Tx, caller: Caller, operations: readonly Operation<Stored>[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const operation of operations) {
    const { after, before, id } = operation;
    if (!after || (after.value === undefined && after.groupId === undefined)) continue;
    const present = before?.value !== undefined && after.value !== undefined ? undefined : await rowOf(tx, id);
    const value = after.value ?? present?.value ?? '';
    const groupId = after.groupId ?? present?.group_id ?? before?.groupId ?? '';
    assertRow(value, after.kind);
    const span = parseSegment(value)!;
    const group = await tx.selectFrom('ip_group').select(['id', 'kind']).where('id', '=', groupId).executeTakeFirst();
    if (isAll(span) && group?.kind !== 'blocked' && clock.now() - caller.confirmedAt > freshMillis) throw new Refusal(18004);
    const same = await tx
      .selectFrom('ip_detail')
      .select('id')
      .where('group_id', '=', groupId)
      .where('value', '=', segmentText(span))
      .where('id', '<>', id)
      .executeTakeFirst();
    if (same) throw new Refusal(18003, {}, { field: 'value' });
  }
  if (operations.some(({ action }) => action === 'create')) await assertRoom(tx);
  return issues;
}

async function assertRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ip_detail`.execute(tx);
  if (Number(rows[0]?.n) >= mostRows) throw new Refusal(18003, { n: mostRows });
}

const rowOf = (tx: Tx, id: string) => tx.selectFrom('ip_detail').select(['value', 'group_id']).where('id', '=', id).executeTakeFirst();

function assertRow(value: string, kind: Stored['kind'] | undefined): void {
  const span = parseSegment(value);
  if (!span) {
    const [from, to] = value.split('-').map((part) => parseAddress(part.trim()));
    throw from && to ? new Refusal(18002, {}, { field: 'value' }) : new Refusal(18001, { value }, { field: 'value' });
  }
  const network = hostBits(value, span);
  if (network !== undefined) throw new Refusal(18001, { value: `${value} → ${network}` }, { field: 'value', network });
  const isSingle = span.from === span.to;
  if ((kind === 'single' && !isSingle) || (kind === 'cidr' && !segmentText(span).includes('/') && !isSingle))
    throw new Refusal(18001, { value }, { field: 'kind' });
}

interface Held {
  detailId: string;
  value: string;
  groupId: string;
  groupName: string;
  kind: 'office' | 'vpn' | 'site' | 'partner' | 'blocked';
  internal: boolean;
  holds: boolean;
}

/** Every row that holds an address, switched off ones too, the narrowest first. */
async function holdersOf(db: Db, text: string): Promise<Held[]> {
  const asked = parseAddress(text);
  if (!asked) return [];
  const { rows } = await sql<Held>`select d.id as "detailId", d.value, g.id as "groupId", g.name as "groupName", g.kind, g.internal,
    d.enabled and g.enabled as holds from ip_detail d join ip_group g on g.id = d.group_id`.execute(db);
  return rows
    .flatMap((row) => {
      const span = parseSegment(row.value);
      return span && holds(spanSet([span]), asked) ? [{ row, size: BigInt(span.to) - BigInt(span.from) }] : [];
    })
    .toSorted((one, other) => (one.size < other.size ? -1 : Number(one.size > other.size)))
    .map(({ row }) => row);
}

const rowsHolding = async (db: Db, address: string): Promise<string[]> => (await holdersOf(db, address)).map(({ detailId }) => detailId);

type Row = Omit<Parsed<typeof ipDetail.add>, 'groupId'>;

/** Adds those rows of a list that can be added; of each other it is said why not. */
async function addRows(
  tx: Tx,
  call: Call,
  { rows, groupId }: { rows: readonly Row[]; groupId: string },
): Promise<Reply<typeof ipDetailAdd>> {
  const answers: NonNullable<Reply<typeof ipDetailAdd>['rows']> = [];
  for (const row of rows) {
    try {
      answers.push({ ...(await ipDetails.add(tx, call, { ...row, groupId })), code: 0, message: '' });
    } catch (error) {
      // Rules are asked before anything is written: what they refuse leaves the others as they are.
      if (!(error instanceof Refusal) || !rowCodes.has(error.answer)) throw error;
      const message = call.services.texts.text(call.caller.language, 'address-groups', `error.${error.answer}`, { ...error.params });
      answers.push({ id: null, code: error.answer, message });
    }
  }
  return { id: answers.find(({ id }) => id !== null)?.id ?? '', rows: answers };
}

/** What is said against a row, and not against the call. */
const rowCodes: ReadonlySet<number> = new Set([18001, 18002, 18003]);

/** Which groups hold an address, rows as a list, and the switch of rows as it is called by `status`. */
export const ipDetailRoutes: Readonly<Record<'add' | 'enable', BoundRoute>> = {
  add: handle(ipDetailAdd, (call, { rows, value, ...one }) =>
    call.write(async (tx) => {
      if (rows) return addRows(tx, call, { rows, groupId: one.groupId });
      if (value === undefined) throw new InvalidInput([{ path: 'value', namespace: 'kit', key: 'issue.missing' }]);
      return ipDetails.add(tx, call, { ...one, value });
    }),
  ),
  enable: handle(ipDetailSwitch, async (call, { ids, status, reason }) => {
    const value = status === 1;
    const request = { ids, action: value ? ('enable' as const) : ('disable' as const), field: 'enabled', value, reason };
    return call.write(async (tx) => ({ count: await switchObjects(tx, call.caller, ipDetails.kind as Kind, request) }));
  }),
};

/** Which groups hold an address. */
export const ipCheckRoute: BoundRoute = handle(ipCheck, async ({ db }, { address }) => {
  const known = parseAddress(address) !== undefined;
  return { known, list: await holdersOf(db, address) };
});
