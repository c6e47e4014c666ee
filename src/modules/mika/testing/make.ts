import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import { scene, sceneGroup } from '../common/scene.contract.ts';
import { mikaAnswerView } from '../common/decision.ts';
import { noteMissed } from '../server/knowledge/note-missed.ts';
import { beginSession, keepTurn } from '../server/talk/sessions.ts';

let made = 0;

/** A scene that answers, in a group of its own; answers its id. */
export async function newScene(house: House, ownerDeptId: string = rootDepartmentId): Promise<string> {
  made += 1;
  const { id: groupId } = await house.boss.call(sceneGroup.add, { name: { zh_CN: `分组 ${made}` } });
  const target = { kind: 'answer' as const, text: { zh_CN: '好的' } };
  const draft = { groupId, ownerDeptId, code: `made-${made}`, name: { zh_CN: `场景 ${made}` }, kind: 'answer' as const, target };
  return (await house.boss.call(scene.add, { ...draft, phrases: { zh_CN: [`第 ${made} 个问题`] } })).id;
}

/** A session of somebody with one turn; answers both ids. */
export async function newSession(house: House, uid: string, state: 'asking' | 'ended' = 'asking'): Promise<{ id: string; turnId: string }> {
  const { services } = house.product;
  const now = Date.now();
  return house.product.database.db.transaction().execute(async (tx) => {
    const session = await beginSession(tx, { uid, platform: 2, now });
    const answer = mikaAnswerView.parse({ kind: 'text', text: '好的' });
    const draft = { session, n: 1, clientId: randomUUID(), text: 'Hello', key: 'key', answer, answerKind: 'text', decision: null, now };
    const turnId = await keepTurn(tx, services, { ...draft, state: 'answered' });
    const ended = state === 'ended' ? now : null;
    await sql`update mika_session set turns = 1, state = ${state}, ended_at = ${ended}, result = ${ended === null ? null : 'answered'}
      where id = ${session.id}::uuid`.execute(tx);
    return { id: session.id, turnId };
  });
}

/** A sentence of somebody that nothing answered; answers its id. */
export async function newMissed(house: House, uid: string): Promise<string> {
  const { db } = house.product.database;
  const key = randomUUID();
  await db.transaction().execute((tx) => noteMissed(tx, { key, text: `missed ${key}`, uid, now: Date.now() }));
  const { rows } = await sql<{ id: string }>`select id from mika_missed where key = ${key}`.execute(db);
  return rows[0]!.id;
}
