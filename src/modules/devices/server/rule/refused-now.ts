import { sql, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { DeviceTable } from '../devices.table.ts';
import { equipmentOf, type Equipment } from '../register/match.ts';
import { decide, type Verdict } from './decide.ts';
import { judgedOf } from './facts.ts';
import { policyOf, type Policy, type Rule } from './policy.ts';

/** Person who is refused on one of their devices. */
export interface KeptOut {
  readonly empId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly code: number;
  readonly step: number;
}

/** Who is kept out under what is set, by binding. */
export interface RefusedNow {
  readonly out: ReadonlyMap<string, KeptOut>;
  readonly looked: number;
  /** Bindings that were not looked at, because there are too many. */
  readonly unseen: number;
}

const mostLooked = 5_000;

type Row = Selectable<DeviceTable> & { binding: string; employee_id: string; may_enter: boolean };

/** Asks the one rule about every bound device with the person who uses it, from where it was seen last. In a transaction its own changes count. */
export async function refusedNow(db: Db, now: number): Promise<RefusedNow> {
  const policy = await policyOf(db);
  const { rows } =
    await sql<Row>`select d.*, b.id as binding, b.employee_id, e.enabled and coalesce(e.expires_at > ${now}, true) as may_enter
    from device_binding b join device d on d.id = b.device_id join employee e on e.id = b.employee_id
    where b.state = 'bound' and d.state = 'bound' order by b.last_used_at desc nulls last, b.id limit ${mostLooked}`.execute(db);
  const people = [...new Set(rows.map(({ employee_id }) => employee_id))];
  const rules = await rulesOf(db, policy, people);
  const { login } = policy.switches;
  const exempt = login ? await exemptOf(db, people) : new Map<string, number>();
  const equipment = login
    ? await equipmentOf(
        db,
        rows.map(({ id }) => id),
      )
    : new Map<string, Equipment>();
  const out = new Map<string, KeptOut>();
  for (const row of rows) {
    const verdict = judged(row, { policy, now, rule: rules(row.employee_id), exempt, equipment });
    if (verdict.verdict !== 'refuse') continue;
    const { code, deciding: step } = verdict;
    out.set(row.binding, { empId: row.employee_id, deviceId: row.id, deviceName: row.name, code, step });
  }
  const unseen = rows.length < mostLooked ? 0 : (await boundNow(db)) - rows.length;
  return { out, looked: rows.length, unseen };
}

async function boundNow(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from device_binding where state = 'bound'`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

interface Known {
  readonly policy: Policy;
  readonly now: number;
  readonly rule: Rule;
  readonly exempt: ReadonlyMap<string, number>;
  readonly equipment: ReadonlyMap<string, Equipment>;
}

function judged(row: Row, { policy, now, rule, exempt, equipment }: Known): Verdict {
  const piece = equipment.get(row.id);
  const nothing = { equipment: null, until: null };
  return decide({
    asked: 'call',
    person: { id: row.employee_id, mayEnter: row.may_enter },
    device: judgedOf(row),
    platform: row.platform,
    formFactor: row.form_factor,
    address: row.last_address,
    at: now,
    binding: 'bound',
    rule,
    switches: policy.switches,
    book: policy.book,
    login: { equipment: piece?.uses.includes('login') ? piece.name : null, until: exempt.get(row.employee_id) ?? null },
    bindList: nothing,
    count: { phone: 0, tablet: 0, computer: 0 },
    others: 0,
    enrolCode: false,
  });
}

/** The first rule that names each person, else that of everyone. */
async function rulesOf(db: Db, { rules }: Policy, people: readonly string[]): Promise<(uid: string) => Rule> {
  const everyone = rules.find(({ builtIn }) => builtIn)!;
  if (rules.length === 1 || people.length === 0) return () => everyone;
  const { rows } = await sql<{ uid: string; rule: string }>`
    select m.member_id as uid, m.rule_id as rule from bind_rule_member m where m.kind = 'employee' and m.member_id = any(${people}::uuid[])
    union select ed.employee_id, m.rule_id from bind_rule_member m join department top on top.id = m.member_id join department below on below.path <@ top.path
      join employee_department ed on ed.department_id = below.id where m.kind = 'department' and ed.employee_id = any(${people}::uuid[])
    union select cm.employee_id, m.rule_id from bind_rule_member m join crowd_member cm on cm.crowd_id = m.member_id
      where m.kind = 'crowd' and cm.employee_id = any(${people}::uuid[])`.execute(db);
  const named = Map.groupBy(rows, ({ uid }) => uid);
  return (uid) => {
    const mine = new Set(named.get(uid)?.map(({ rule }) => rule));
    return rules.find(({ id }) => mine.has(id)) ?? everyone;
  };
}

/** Until when people are exempt from the sign-in white list. */
async function exemptOf(db: Db, people: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; until: number }>`select uid, max(until) as until from (
      select w.employee_id as uid, w.until from white_list_entry w where w.enabled and w.list = 'login' and w.employee_id = any(${people}::uuid[])
      union all select ed.employee_id, w.until from white_list_entry w join department top on top.id = w.department_id
        join department below on below.path <@ top.path join employee_department ed on ed.department_id = below.id
        where w.enabled and w.list = 'login' and ed.employee_id = any(${people}::uuid[])
      union all select cm.employee_id, w.until from white_list_entry w join crowd_member cm on cm.crowd_id = w.crowd_id
        where w.enabled and w.list = 'login' and cm.employee_id = any(${people}::uuid[])
    ) as entries group by uid`.execute(db);
  return new Map(rows.map(({ uid, until }) => [uid, Number(until)]));
}
