import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { peopleInside } from '#kit/server/crud/crud-range.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { mailAuthCheck } from '../../common/boxes/auth.contract.ts';
import { boxRights, type BoxRight } from '../../common/boxes/words.ts';
import { mayUseMail } from '../reach.ts';
import { accountInRange } from './account-range.ts';
import { stateOf } from './auths.ts';
import type { AuthFields } from './auth-rules.ts';

type Verdict = Reply<typeof mailAuthCheck>;
type Way = Verdict['rows'][number];

interface Box {
  readonly address: string;
  readonly name: LocalDraft;
  readonly kind: string;
  readonly employeeId: string | null;
  readonly ownerId: string | null;
  readonly enabled: boolean;
  readonly state: string;
  readonly serverEnabled: boolean;
}

/** Whether somebody may open a box and do something there, and why. */
export async function checkAccess(call: Call, { empId, accountId, right }: Parsed<typeof mailAuthCheck>): Promise<Verdict> {
  const { db, caller } = call;
  const range = caller.scope();
  const inside = await db.transaction().execute((tx) => peopleInside(directory, tx, { range, uids: [empId] }));
  const person = (await directory.people(db, [empId], caller.language, range)).get(empId);
  const { rows } =
    await sql<Box>`select t.address, t.name, t.kind, t.employee_id as "employeeId", t.owner_id as "ownerId", t.enabled, t.state,
      s.enabled as "serverEnabled" from mail_account t join mail_server s on s.id = t.server_id
    where t.id = ${accountId}::uuid and ${accountInRange(range)}`.execute(db);
  const [box] = rows;
  if (!person || !box || !inside.has(empId)) throw range.all ? notFound() : outOfRange();
  const mail = await mayUseMail(db, empId, null);
  const ways = await waysOf(call, { empId, accountId, right, box });
  const open = ways.filter(({ state }) => state === 'on');
  const reason = whyNot({ box, mayUse: mail !== null, ways, open, right });
  return { allowed: reason === null, reason, person: person.name, address: box.address, mayUseMail: mail !== null, rows: ways };
}

/** What stands in the way first. */
function whyNot({
  box,
  mayUse,
  ways,
  open,
  right,
}: {
  box: Box;
  mayUse: boolean;
  ways: Way[];
  open: Way[];
  right: BoxRight;
}): Verdict['reason'] {
  if (!mayUse) return 'noMember';
  if (!box.enabled || box.state === 'closed') return 'boxDisabled';
  if (!box.serverEnabled) return 'serverDisabled';
  if (open.some(({ rights }) => rights.includes(right))) return null;
  if (open.length > 0) return 'missingRight';
  const [first] = ways;
  return first ? (first.state === 'planned' ? 'planned' : 'ended') : 'noGrant';
}

/** All ways of somebody into a box, the one that decides first. */
async function waysOf(
  { db, caller, services }: Call,
  { empId, accountId, right, box }: { empId: string; accountId: string; right: BoxRight; box: Box },
): Promise<Way[]> {
  const { rows } = await sql<
    Pick<AuthFields, 'from' | 'until' | 'rights' | 'folders'> & { id: string; crowdId: string | null }
  >`select id::text as id, rights,
      folders, crowd_id as "crowdId", starts_at as "from", expires_at as until from mail_auth
    where account_id = ${accountId}::uuid and (employee_id = ${empId}::uuid or crowd_id in (${directory.crowdsOf(empId)}))`.execute(db);
  const crowds = await directory.crowds(
    db,
    rows.flatMap(({ crowdId }) => crowdId ?? []),
    caller.language,
    caller.scope(),
  );
  const all = { rights: [...boxRights], folders: null, state: 'on', until: null, authId: null } as const;
  const own: Way[] = [
    ...(box.employeeId === empId ? [{ ...all, rights: [...boxRights], kind: 'own' as const, name: pick(box.name, caller.language) }] : []),
    ...(box.kind !== 'personal' && box.ownerId === empId
      ? [{ ...all, rights: [...boxRights], kind: 'owner' as const, name: pick(box.name, caller.language) }]
      : []),
  ];
  const granted = rows.map((row): Way => ({
    kind: row.crowdId === null ? 'employee' : 'crowd',
    authId: row.id,
    name: row.crowdId === null ? '' : (crowds.get(row.crowdId) ?? ''),
    rights: row.rights,
    folders: row.folders,
    state: stateOf(row, services.now()),
    until: row.until,
  }));
  const weight = ({ state, rights }: Way): number => (state === 'on' ? 0 : 2) + (rights.includes(right) ? 0 : 1);
  return [...own, ...granted].toSorted((one, other) => weight(one) - weight(other));
}
