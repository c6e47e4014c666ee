import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { material } from '#modules/public-content/common/material.contract.ts';
import * as push from '../../common/push.contract.ts';
import { takeFrom } from '../client/events.ts';
import { workPushes } from '../send/work.ts';

/** Pushes of the sample company: sent, sent again, withdrawn, stopped, waiting for a second person and planned. */
export const pushesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(40, '10:00', 8), what: annualMeeting },
    { at: calendar.at(48, '16:30', 8), what: withdrawn },
    { at: calendar.at(55, '09:30', 8), what: approved },
    { at: calendar.ago(180), what: waiting },
  ],
  night: async (services) => {
    while (await workPushes(services));
    await readSome(services);
  },
};

const snoOf = async (actor: DemoActor, text: string): Promise<string> => (await actor.call(account.list, { text })).list[0]!.id;

interface Wish {
  readonly snoId: string;
  readonly name: string;
  readonly text: LocalText;
  readonly urgent?: boolean;
  readonly planAt?: number;
  readonly reason?: string;
}

/** Writes a text and sends it to everybody who follows, as the console does: preview, then the push under a key. */
async function send(actor: DemoActor, { snoId, name, text, urgent = false, planAt, reason = '' }: Wish): Promise<string> {
  const { id } = await actor.call(material.add, { snoId, kind: 'text', name, text });
  const wish = {
    snoId,
    content: { kind: 'text' as const, id },
    audience: { all: true },
    urgent,
    reason,
    ...(planAt !== undefined && { planAt }),
  };
  const shown = await actor.call(push.pushPreview, wish);
  const input = { previewToken: shown.token, expectedTargets: shown.targets };
  return (await actor.call(push.pushAdd, input, { 'idempotency-key': randomUUID() })).id;
}

/** Half a minute: the clock of the play stands still meanwhile. */
const mostLooks = 600;
const moving: readonly string[] = ['freezing', 'running'];

/** Waits until a push has done what can be done at this hour: in this play days are short. */
async function settled(actor: DemoActor, id: string): Promise<Awaited<ReturnType<typeof read>>> {
  for (let look = 0; look < mostLooks; look += 1) {
    const one = await read(actor, id);
    if (!moving.includes(one.state)) return one;
    await sleep(50);
  }
  throw new Error(`The push ${id} of the sample company does not come to rest`);
}
const read = (actor: DemoActor, id: string) => actor.call(push.pushGet, { id });

async function annualMeeting(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const id = await send(actor, {
    snoId: await snoOf(actor, 'galaxy-voice'),
    name: '年度员工大会',
    text: {
      zh_CN: '年度员工大会将于本月 28 日 14:00 举行，各地分会场名单见公告。',
      en_US: 'The annual meeting takes place on the 28th at 14:00. Local venues are listed in the notice.',
      ja_JP: '年次社員大会を今月 28 日 14:00 に開催します。各地の会場はお知らせをご覧ください。',
    },
  });
  await settled(actor, id);
}

async function withdrawn(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const id = await send(actor, {
    snoId: await snoOf(actor, 'galaxy-voice'),
    name: '第三季度业绩',
    text: {
      zh_CN: '第三季度业绩：营业收入同比增长 61 %',
      en_US: 'Third quarter: revenue grew by 61 %',
      ja_JP: '第 3 四半期：売上高は前年同期比 61 % 増',
    },
  });
  const { title } = await settled(actor, id);
  await stage.rest();
  await actor.call(push.pushRollback, { id, reason: '数字有误：应为 16 %', title: title.zh_CN });
}

async function approved(stage: DemoStage): Promise<void> {
  const [actor, chief] = [await stage.as(demoCast.groupHr), await stage.as(demoCast.chief)];
  const snoId = await snoOf(chief, 'shanghai-life');
  const draft = {
    snoId,
    name: '班车调整',
    text: {
      zh_CN: '受台风影响，今日 17:00 后班车停运，请提前安排。',
      en_US: 'Because of the typhoon shuttle buses stop at 17:00 today. Please plan ahead.',
      ja_JP: '台風のため、本日 17:00 以降シャトルバスは運休します。早めにご準備ください。',
    },
    urgent: true,
    reason: '台风橙色预警',
  };
  const id = await send(await anyOf(actor, snoId, chief), draft);
  const decider = (await read(chief, id)).mayApprove ? chief : await stage.as(demoCast.admin);
  await decider.call(push.pushApprove, { id, version: (await read(decider, id)).version, reason: '同意' });
  await settled(decider, id);
}

/** Who of two sees an account: roles of the sample company are other modules'. */
async function anyOf(first: DemoActor, snoId: string, second: DemoActor): Promise<DemoActor> {
  return (await first.ask(push.pushList, { snoId })).code === 0 ? first : second;
}

async function waiting(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const desk = await snoOf(actor, 'help-desk');
  await send(actor, {
    snoId: desk,
    name: '系统维护',
    text: {
      zh_CN: '今晚 20:00 起人事系统维护一小时。',
      en_US: 'The HR system is down for an hour from 20:00 tonight.',
      ja_JP: '今夜 20:00 より人事システムを 1 時間停止します。',
    },
    urgent: true,
    reason: '安全补丁',
  });
  await send(actor, {
    snoId: desk,
    name: '体检预约',
    text: {
      zh_CN: '年度体检预约已开放，请在月底前完成。',
      en_US: 'Book your yearly check-up by the end of the month.',
      ja_JP: '年次健康診断の予約を開始しました。月末までにご予約ください。',
    },
    planAt: Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 26 * 3_600_000,
  });
}

const mostReaders = 120;

/** Some of those who got a push open it, as their terminals would report. */
async function readSome(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{ pushId: string; uid: string }>`select t.push_id as "pushId", t.employee_id as uid from push_target t
    join push p on p.id = t.push_id and p.state in ('running', 'finishing', 'finished')
    where t.state = 1 and t.read_at is null and t.recall_state is null and t.at < ${now} and ascii(right(t.employee_id::text, 1)) % 3 > 0
    order by t.push_id, t.employee_id limit ${mostReaders}`.execute(db);
  for (const [at, { pushId, uid }] of rows.entries()) {
    const event = (kind: 'received' | 'read' | 'seconds' | 'like', value?: number) => ({
      id: newId(),
      kind,
      pushId,
      at: now - at * 20_000,
      value,
    });
    const events = [event('received'), event('read'), event('seconds', 10 + (at % 50)), ...(at % 6 === 0 ? [event('like')] : [])];
    await db.transaction().execute((tx) => takeFrom(tx, { uid, platform: at % 2 === 0 ? 1 : 2, now }, events));
  }
}
