import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, Refusal, type IssueDraft } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import type {
  noticePersonAdd,
  noticePersonList,
  NoticePersonRow,
  noticePersonStatus,
  noticePersonUpdate,
  noticePersonVerify,
} from '../common/notice-person.contract.ts';
import { noticePersonKind } from './notice-person.kind.ts';
import type { Person } from './round/persons.ts';
import { webhookPlace } from './round/webhook.ts';
import { isZone } from './round/zone-time.ts';
import { assertSiteWide } from './site-wide.ts';

const unverified = 11047;

/** How one is reached. */
const wayOf = (row: Pick<Person, 'employee_id' | 'email'>): NoticePersonRow['way'] =>
  row.employee_id !== null ? 'employee' : row.email !== null ? 'mail' : 'webhook';

const channelsOfWay = { employee: ['console', 'mail', 'im', 'wechat'], mail: ['mail'], webhook: ['webhook'] } as const;

/** Who is told of warnings. */
export async function listPersons(call: Call, input: Parsed<typeof noticePersonList>): Promise<Reply<typeof noticePersonList>> {
  assertSiteWide(call.caller);
  const where: RawBuilder<boolean>[] = [];
  if (input.text) where.push(sql<boolean>`(name ilike ${containing(input.text)} or email ilike ${containing(input.text)})`);
  if (input.enabled !== undefined) where.push(sql<boolean>`enabled = ${input.enabled}`);
  if (input.channel) where.push(sql<boolean>`${input.channel} = any(channels)`);
  const order = orderOf(input.sort ?? 'name', { name: sql`lower(name)`, updatedAt: sql`updated_at` }, sql`id`);
  const { list, ...counted } = await readPage<Person>(call.db, { columns: sql`*`, from: sql`notice_person`, where, order }, input);
  return { list: await views(call.db, list), ...counted };
}

/** One of them. */
export async function getPerson(call: Call, db: Db, id: string): Promise<NoticePersonRow> {
  assertSiteWide(call.caller);
  const [view] = await views(db, await db.selectFrom('notice_person').selectAll().where('id', '=', id).execute());
  if (!view) throw notFound();
  return view;
}

async function views(db: Db, rows: readonly Person[]): Promise<NoticePersonRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [tests, next] = await Promise.all([
    db.selectFrom('notice_test').selectAll().where('person_id', 'in', ids).orderBy('channel').execute(),
    db
      .selectFrom('notice_person')
      .select(['id', 'name'])
      .where('id', 'in', [...ids, ...rows.flatMap(({ escalate_to }) => escalate_to ?? [])])
      .execute(),
  ]);
  const names = new Map(next.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...stampsOf(row),
    employeeId: row.employee_id,
    name: row.name,
    email: row.email,
    webhookUrl: row.webhook_url,
    webhookPreset: row.webhook_preset,
    way: wayOf(row),
    hasSecret: row.webhook_secret !== null,
    verified: row.email === null || row.verified_at !== null,
    channels: row.channels,
    subscriptions: row.subscriptions,
    language: row.language,
    timeZone: row.time_zone,
    quiet: row.quiet,
    escalateTo: row.escalate_to,
    escalateName: row.escalate_to === null ? null : (names.get(row.escalate_to) ?? null),
    escalateAfterMinutes: row.escalate_after_minutes,
    enabled: row.enabled,
    expiresAt: row.expires_at,
    licence: row.licence,
    tests: tests.filter(({ person_id }) => person_id === row.id).map(({ channel, at, ok, answer }) => ({ channel, at, ok, answer })),
  }));
}

type RequestedValue = Partial<Omit<Parsed<typeof noticePersonUpdate>, 'id' | 'version'>>;

function assertRequest(way: NoticePersonRow['way'], request: RequestedValue, secondsNow: number): void {
  const issues: IssueDraft[] = [];
  const issue = (path: string, key: string): unknown => issues.push({ path, namespace: 'warnings', key });
  const able: readonly string[] = channelsOfWay[way];
  if (request.channels?.some((channel) => !able.includes(channel))) issue('channels', 'issue.channel');
  if (request.subscriptions?.some(({ channels }) => channels?.some((channel) => !able.includes(channel))))
    issue('subscriptions', 'issue.channel');
  if (request.timeZone && !isZone(request.timeZone)) issue('timeZone', 'issue.zone');
  if (request.email && checkMailAddress(request.email) === undefined) issue('email', 'issue.email');
  if (request.expiresAt && request.expiresAt <= secondsNow) issue('expiresAt', 'issue.past');
  if (request.escalateAfterMinutes && request.escalateTo === null) issue('escalateTo', 'issue.escalateTo');
  if (issues.length > 0) throw new InvalidInput(issues);
}

/** Adds one. An outside address of mail begins disabled, until it is proven; the code to do so is sent at once. */
export async function addPerson(tx: Tx, call: Call, input: Parsed<typeof noticePersonAdd>): Promise<{ id: string }> {
  const { caller, services } = call;
  assertSiteWide(caller);
  const { webhookSecret, webhookPreset, ...rest } = input;
  const ways = [input.employeeId, input.email, input.webhookUrl].filter((one) => one !== null);
  if (ways.length !== 1) throw new InvalidInput([{ path: 'employeeId', namespace: 'warnings', key: 'issue.oneWay' }]);
  const way = wayOf({ employee_id: input.employeeId, email: input.email });
  assertRequest(way, rest, services.now());
  const id = newId();
  const fields: Fields = {
    ...rest,
    name: await nameOf(tx, call, input),
    webhookPreset: way === 'webhook' ? webhookPreset : null,
    webhookSecret: way === 'webhook' && webhookSecret !== undefined ? services.secrets.seal(webhookSecret, webhookPlace(id)) : null,
    verifiedAt: null,
    enabled: way !== 'mail',
  };
  await createObjects(tx, caller, noticePersonKind, [{ id, name: String(fields['name']), path: null, fields }]);
  if (input.email !== null) await sendProof(tx, call, { id, email: input.email, language: input.language ?? caller.language });
  return { id };
}

/** The name of the employee; outside addresses bring one. */
async function nameOf(tx: Tx, { caller, services }: Call, { employeeId, name }: Parsed<typeof noticePersonAdd>): Promise<string> {
  if (employeeId === null) {
    if (name === null) throw new InvalidInput([{ path: 'name', namespace: 'kit', key: 'issue.missing' }]);
    return name;
  }
  const person = (await services.directory.people(tx, [employeeId], caller.language)).get(employeeId);
  if (!person) throw new InvalidInput([{ path: 'employeeId', namespace: 'warnings', key: 'issue.nobody' }]);
  return person.name;
}

/** Changes the given fields; another address has to be proven again. */
export async function updatePerson(tx: Tx, call: Call, input: Parsed<typeof noticePersonUpdate>): Promise<void> {
  const { caller, services } = call;
  assertSiteWide(caller);
  const { id, version, webhookSecret, ...rest } = input;
  const row = await tx.selectFrom('notice_person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  const way = wayOf(row);
  const request = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as RequestedValue;
  const foreign = [
    ...(way !== 'mail' && request.email ? ['email'] : []),
    ...(way !== 'webhook' && request.webhookUrl ? ['webhookUrl'] : []),
    ...(way === 'mail' && request.email === null ? ['email'] : []),
    ...(way === 'webhook' && request.webhookUrl === null ? ['webhookUrl'] : []),
    ...(way === 'employee' && 'name' in request ? ['name'] : []),
  ];
  if (foreign.length > 0 || request.name === null)
    throw new InvalidInput(
      [...foreign, ...(request.name === null ? ['name'] : [])].map((path) => ({ path, namespace: 'warnings', key: 'issue.oneWay' })),
    );
  assertRequest(way, request, services.now());
  const fields = { ...request } as Fields;
  // The signature of another system is not made with this one's secret.
  const moved =
    way === 'webhook' &&
    request.webhookUrl !== undefined &&
    new URL(request.webhookUrl ?? '').origin !== new URL(row.webhook_url ?? '').origin;
  if (webhookSecret !== undefined && way === 'webhook') fields['webhookSecret'] = services.secrets.seal(webhookSecret, webhookPlace(id));
  else if (moved) fields['webhookSecret'] = null;
  const proves = way === 'mail' && request.email !== undefined && request.email !== row.email;
  if (proves) Object.assign(fields, { verifiedAt: null, enabled: false });
  await changeObjects(tx, caller, noticePersonKind, [{ id, version, fields }]);
  if (proves && request.email) await sendProof(tx, call, { id, email: request.email, language: row.language ?? caller.language });
}

/** Enables or disables one; 11047 while an outside address is not proven. */
export async function setStatus(tx: Tx, { caller }: Call, { id, status }: Parsed<typeof noticePersonStatus>): Promise<number> {
  assertSiteWide(caller);
  const enabled = status === 'enabled';
  const row = await tx.selectFrom('notice_person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (enabled && row.email !== null && row.verified_at === null) throw new Refusal(unverified);
  if (row.enabled === enabled) return 0;
  await changeObjects(tx, caller, noticePersonKind, [{ id, version: null, fields: { enabled }, action: enabled ? 'enable' : 'disable' }]);
  return 1;
}

/** Removes them. */
export function removePersons(tx: Tx, { caller }: Call, ids: readonly string[]): Promise<number> {
  assertSiteWide(caller);
  return removeObjects(tx, caller, noticePersonKind, ids);
}

const proofMillis = 24 * 3_600_000;
const mostTries = 5;
const proofOf = (call: Pick<Call, 'services'>, id: string, word: string): Buffer =>
  call.services.secrets.mac('notice proof', `${id} ${word}`);

/** Sends six digits to an outside address; the former ones are void. */
export async function sendProof(
  tx: Tx,
  call: Call,
  { id, email, language }: { id: string; email: string; language: 'zh_CN' | 'en_US' | 'ja_JP' },
): Promise<void> {
  const { services } = call;
  const word = String(randomInt(1_000_000)).padStart(6, '0');
  const values = { email, hash: proofOf(call, id, word), until: services.now() + proofMillis, tries: 0 };
  await tx
    .insertInto('notice_proof')
    .values({ person_id: id, ...values })
    .onConflict((on) => on.column('person_id').doUpdateSet(values))
    .execute();
  await services.mails.queue(tx, { template: 'warning.verify', to: { address: email }, language, values: { code: word } });
}

/** Takes the six digits: a wrong one counts even though it is refused, and after five the code is void. */
export async function verifyPerson(call: Call, { id, code }: Parsed<typeof noticePersonVerify>): Promise<NoticePersonRow> {
  assertSiteWide(call.caller);
  const good = await call.write(async (tx) => {
    const proof = await tx.selectFrom('notice_proof').selectAll().where('person_id', '=', id).forUpdate().executeTakeFirst();
    const row = await tx.selectFrom('notice_person').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    if (!proof || proof.email !== row.email || proof.until < call.services.now() || proof.tries >= mostTries) throw new Refusal(unverified);
    if (!proof.hash.equals(proofOf(call, id, code))) {
      await tx
        .updateTable('notice_proof')
        .set({ tries: proof.tries + 1 })
        .where('person_id', '=', id)
        .execute();
      return false;
    }
    await tx.deleteFrom('notice_proof').where('person_id', '=', id).execute();
    await changeObjects(tx, call.caller, noticePersonKind, [
      { id, version: null, fields: { verifiedAt: call.services.now(), enabled: true } },
    ]);
    return true;
  });
  if (!good) throw new InvalidInput([{ path: 'code', namespace: 'warnings', key: 'issue.code' }]);
  return getPerson(call, call.db, id);
}
