import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClientGiven } from '../../src/kit/common/client/client-endpoint.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import * as client from '../../src/modules/public-fans/common/client.contract.ts';
import * as comment from '../../src/modules/public-fans/common/comment.contract.ts';
import {
  fanBlock,
  fanExport,
  fanGet,
  fanImport,
  fanList,
  fanRemark,
  fanStat,
  fanUnblock,
} from '../../src/modules/public-fans/common/fan.contract.ts';
import { logExport, logList } from '../../src/modules/public-fans/common/log.contract.ts';
import { commentPage, fansPage, logPage, pushDetailFrame, readPage, tagPage } from '../../src/modules/public-fans/common/permissions.ts';
import { likeList, readExport, readList, readStat, readUnread } from '../../src/modules/public-fans/common/reader.contract.ts';
import { fanTag, tagAssign } from '../../src/modules/public-fans/common/tag.contract.ts';
import { newAccount, newPush } from '../../src/modules/public-fans/testing/make.ts';
import { sensitiveWord } from '../../src/modules/sensitive-words/common/word.contract.ts';
import { wordPublish } from '../../src/modules/sensitive-words/common/word-list.contract.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let [snoId, ann, bob, cid] = ['', '', '', ''];
let [pushId, articleId] = ['', ''];
let phones: { ann: TestTerminal; bob: TestTerminal; cid: TestTerminal };
const boss = () => house.boss;
const db = () => house.product.database.db;

beforeAll(async () => {
  house = await House.open();
  await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId });
  const north = await house.department('北方');
  const made = await newAccount(house, north);
  [snoId, ann] = [made.snoId, made.fan];
  [bob, cid] = [await house.person([north], 'Bob'), await house.person([north], 'Cid')];
  // Bob may follow and does not; Cid has nothing to do with the account.
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, 'employee', ${bob}::uuid, 'allowed')`.execute(db());
  ({ pushId, articleId } = await newPush(house, { snoId, fan: ann }));
  await sql`insert into push_target (push_id, employee_id, state, at) values (${pushId}::uuid, ${bob}::uuid, 1, ${Date.now()})`.execute(
    db(),
  );
  phones = { ann: await terminalOf(ann), bob: await terminalOf(bob), cid: await terminalOf(cid) };
  await boss().call(sensitiveWord.add, { text: 'scoundrel', level: 'block' });
  await boss().call(sensitiveWord.add, { text: 'dash', level: 'replace' });
  await boss().call(wordPublish, { note: 'First' });
}, 180_000);
afterAll(() => house.stop());
// Nobody waits for the pace of the test before.
beforeEach(async () => {
  await sql`update push_comment set created_at = created_at - 100000000`.execute(db());
});

async function terminalOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

const write = async (terminal: TestTerminal, text: string, more: Partial<ClientGiven<typeof client.clientCommentAdd>> = {}) => {
  await sql`update push_comment set created_at = created_at - 6000`.execute(db());
  return terminal.ask(client.clientCommentAdd, { clientId: randomUUID(), pushId, articleId, text, ...more });
};
const seen = async (terminal: TestTerminal) => (await terminal.ask(client.clientCommentList, { pushId, articleId })).data;
const policy = (mode: 'off' | 'open' | 'review' | 'featuredOnly', more: object = {}) =>
  boss().call(comment.commentPolicySave, { pushId, mode, who: 'audience', closeAfterDays: 30, anonymousName: false, ...more });
const texts = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text);

test('A comment in review is seen by its author alone until it is shown; hidden, featured, answered and closed act on the terminals', async () => {
  await policy('review');
  const { data: written } = await write(phones.ann, 'Well done');
  expect(written.state).toBe('waiting');
  expect((await seen(phones.ann)).list).toMatchObject([{ text: 'Well done', state: 'waiting', own: true }]);
  expect((await seen(phones.bob)).list).toEqual([]);
  expect((await phones.bob.ask(client.clientCommentLike, { id: written.id })).code).toBe(10404);
  expect((await phones.ann.ask(client.clientCommentLike, { id: written.id })).code).toBe(15081);
  const first = (await boss().call(comment.commentList, { pushId })).list[0]!;
  expect(first).toMatchObject({ text: 'Well done', state: 'waiting', heldBecause: 'review', authorId: ann });
  expect(await boss().call(comment.commentShow, { ids: [written.id] })).toEqual({ count: 1 });
  expect(await boss().call(comment.commentShow, { ids: [written.id] })).toEqual({ count: 0 });
  expect((await seen(phones.bob)).list).toMatchObject([{ text: 'Well done', state: 'shown', own: false }]);
  expect((await phones.bob.ask(client.clientCommentLike, { id: written.id })).data).toEqual({ likes: 1, liked: true });
  expect((await phones.bob.ask(client.clientCommentLike, { id: written.id })).data).toEqual({ likes: 1, liked: true });
  const { id: replyId } = await boss().call(comment.commentReply, { id: written.id, text: 'Thank you' });
  expect((await seen(phones.bob)).list[0]!.replies).toMatchObject([{ id: replyId, official: true, text: 'Thank you' }]);
  await boss().call(comment.commentFeature, { ids: [written.id] });
  expect((await seen(phones.bob)).list[0]).toMatchObject({ featured: true });
  await boss().call(comment.commentHide, { ids: [written.id], reason: 'off topic' });
  expect((await seen(phones.bob)).list).toEqual([]);
  expect((await seen(phones.ann)).list).toMatchObject([{ state: 'hidden', reason: 'off topic' }]);
  const { rows: told } = await sql<{
    n: number;
  }>`select count(*)::int as n from im_message where kind = 'notice' and sender_kind = 'account'`.execute(db());
  expect(told[0]?.n).toBe(1);
  await policy('off');
  expect((await write(phones.ann, 'More')).code).toBe(15080);
  expect((await seen(phones.ann)).open).toBe(false);
  await boss().call(comment.commentDelete, { ids: [written.id] });
  expect((await seen(phones.ann)).list).toEqual([]);
  const kinds = (await boss().call(logList, { snoId })).list.map(({ kind }) => kind);
  expect(kinds.slice(0, 3)).toEqual(['comment.delete', 'comment.policy', 'comment.hide']);
});

test('Open comments are shown at once, a blocked word holds them, a replaced one is replaced; the pace is kept and the same call is taken once', async () => {
  await policy('open');
  expect((await write(phones.ann, 'A dash of salt')).data.state).toBe('shown');
  expect((await write(phones.ann, 'You scoundrel')).data.state).toBe('waiting');
  expect(texts((await seen(phones.bob)).list)).toEqual(['A **** of salt']);
  expect((await boss().call(comment.commentList, { pushId, wordHit: true })).list).toMatchObject([
    { text: 'You scoundrel', heldBecause: 'word' },
  ]);
  const clientId = randomUUID();
  const { data: once } = await write(phones.ann, 'Once', { clientId });
  expect((await phones.ann.ask(client.clientCommentAdd, { clientId, pushId, articleId, text: 'Once' })).data).toEqual(once);
  const fast = await phones.ann.ask(client.clientCommentAdd, { clientId: randomUUID(), pushId, articleId, text: 'Twice' });
  expect([fast.code, Number(Reflect.get(Object(fast.data), 'retryAfter')) <= 5]).toEqual([15083, true]);
  // The third time the same words wait.
  expect((await write(phones.ann, 'Again')).data.state).toBe('shown');
  expect((await write(phones.ann, 'Again')).data.state).toBe('shown');
  expect((await write(phones.ann, 'Again')).data.state).toBe('waiting');
  await sql`insert into push_comment (id, created_at, updated_at, push_id, sno_id, article_id, employee_id, text, state)
    select gen_random_uuid(), ${Date.now() - 60_000}, 0, ${pushId}::uuid, ${snoId}::uuid, ${articleId}::uuid, ${bob}::uuid, 'filler', 'deleted'
    from generate_series(1, 50)`.execute(db());
  expect((await write(phones.bob, 'The fifty-first')).code).toBe(15083);
  await sql`delete from push_comment where text = 'filler'`.execute(db());
  // The account itself may not say what its fans may not.
  expect((await boss().ask(comment.commentReply, { id: once.id, text: 'scoundrel' })).code).toBe(15082);
});

test('Who did not get the push, is blocked or does not follow says nothing; others’ comments are not theirs to delete', async () => {
  await policy('open', { who: 'fans' });
  expect((await write(phones.cid, 'x')).code).toBe(10404);
  expect((await phones.cid.ask(client.clientCommentList, { pushId, articleId })).code).toBe(10404);
  expect((await write(phones.ann, 'x', { articleId: randomUUID() })).code).toBe(10404);
  expect((await write(phones.bob, 'x')).code).toBe(15013);
  await policy('open');
  const { data: own } = await write(phones.bob, 'From the audience');
  expect((await phones.ann.ask(client.clientCommentDelete, { id: own.id })).code).toBe(10404);
  const { data: reply } = await write(phones.ann, 'An answer', { parentId: own.id });
  expect((await seen(phones.bob)).list.find(({ id }) => id === own.id)?.replies).toMatchObject([{ id: reply.id }]);
  expect((await phones.bob.ask(client.clientCommentDelete, { id: own.id })).data).toEqual({ count: 1 });
  expect((await phones.ann.ask(client.clientCommentLike, { id: reply.id })).code).toBe(10404);
  await boss().call(fanBlock, { snoId, empIds: [ann], reason: 'noise' });
  expect((await write(phones.ann, 'x')).code).toBe(15013);
  await boss().call(fanUnblock, { snoId, empIds: [ann] });
  expect((await write(phones.ann, 'Here again')).code).toBe(0);
  await policy('featuredOnly');
  expect((await write(phones.ann, 'Pick me')).data.state).toBe('waiting');
  const picked = (await boss().call(comment.commentList, { pushId, text: 'Pick me' })).list[0]!;
  await boss().call(comment.commentFeature, { ids: [picked.id] });
  expect(texts((await seen(phones.bob)).list)).toEqual(['Pick me']);
  await sql`update push set state = 'recalling' where id = ${pushId}::uuid`.execute(db());
  expect((await phones.ann.ask(client.clientCommentList, { pushId, articleId })).code).toBe(15071);
  expect((await write(phones.ann, 'x')).code).toBe(15071);
  await sql`update push set state = 'finished' where id = ${pushId}::uuid`.execute(db());
  await boss().call(comment.commentPolicySave, { pushId, mode: 'open', closeAfterDays: 1 });
  await sql`update push set started_at = started_at - 2 * 86400000 where id = ${pushId}::uuid`.execute(db());
  expect((await write(phones.ann, 'x')).code).toBe(15080);
  await sql`update push set started_at = started_at + 2 * 86400000 where id = ${pushId}::uuid`.execute(db());
});

test('Likes, readers and who has not read together name each delivered person once, and the figures agree', async () => {
  const reads = await boss().call(readList, { pushId });
  const unread = await boss().call(readUnread, { pushId });
  expect([...reads.list, ...unread.list].map(({ id }) => id).toSorted()).toEqual([ann, bob].toSorted());
  expect(reads.list).toMatchObject([{ id: ann, times: 1 }]);
  expect((await boss().call(readList, { pushId, articleId })).total).toBe(1);
  expect((await boss().call(readUnread, { pushId, articleId })).list.map(({ id }) => id)).toEqual([bob]);
  expect((await boss().call(likeList, { pushId, kind: 'like' })).list).toMatchObject([{ employeeId: ann, kind: 'like' }]);
  const stat = await boss().call(readStat, { pushId });
  expect(stat).toMatchObject({ targets: 2, delivered: 2, reached: 1, read: 1 });
  expect(stat.articles).toMatchObject([{ id: articleId, reads: 1, likes: 1 }]);
  expect(stat.hours.reduce((sum, { reads: n }) => sum + n, 0)).toBe(1);
  const { jobId } = await boss().call(readExport, { format: 'csv', unread: true, filter: { pushId } });
  expect((await boss().jobEnd(jobId)).result).toMatchObject({ rows: 1 });
});

test('Fans are listed, blocked, remarked, counted, exported and tagged by file; a block ends where it began', async () => {
  const list = async (more: object = {}) => (await boss().call(fanList, { snoId, ...more })).list;
  expect(await list()).toMatchObject([{ id: ann, mode: 'forced', state: 'following', reads30: 1 }]);
  expect(await list({ state: 'none' })).toMatchObject([{ id: bob, mode: 'allowed' }]);
  expect(await boss().call(fanBlock, { snoId, empIds: [ann, bob], reason: 'both' })).toEqual({ count: 2 });
  expect(await boss().call(fanBlock, { snoId, empIds: [ann] })).toEqual({ count: 0 });
  expect((await list({ state: 'blocked' })).length).toBe(2);
  expect((await boss().call(fanStat, { snoId })).blocked).toBe(2);
  await boss().call(fanUnblock, { snoId, filter: { state: 'blocked' }, expected: 2 });
  expect((await list()).length).toBe(1);
  await boss().call(fanRemark, { snoId, empIds: [ann], remark: 'asks good questions' });
  expect(await list({ hasRemark: true })).toMatchObject([{ id: ann, remark: 'asks good questions' }]);
  const stat = await boss().call(fanStat, { snoId });
  expect([stat.fans, stat.blocked, stat.days.length, stat.days.at(-1)?.fans]).toEqual([1, 0, 90, 1]);
  const { account } = await boss().call(employeeGet, { id: ann });
  const lines = [
    'Account,Tags',
    `${account},"Experts, Readers"`,
    'nobody-at-all,Experts',
    `${(await boss().call(employeeGet, { id: cid })).account},Experts`,
  ];
  const fileId = await boss().upload('tags.csv', Buffer.from(lines.join('\n')));
  const { jobId } = await boss().call(fanImport, { snoId, fileId });
  expect((await boss().jobEnd(jobId)).result).toMatchObject({
    count: 1,
    newTags: 2,
    refused: [{ reason: 'unknown' }, { reason: 'unknown' }],
  });
  expect((await list())[0]!.tags.map(({ title }) => title)).toEqual(['Experts', 'Readers']);
  const [expert] = (await boss().call(fanTag.list, { snoId, text: 'Experts' })).list;
  expect((await list({ tagId: expert!.id })).length).toBe(1);
  const out = await boss().call(fanExport, { snoId, format: 'csv' });
  expect((await boss().jobEnd(out.jobId)).result).toMatchObject({ rows: 1 });
  const fan = await boss().call(fanGet, { snoId, id: ann });
  expect(fan.pushes).toMatchObject([{ id: pushId, state: 'delivered' }]);
  expect(fan.events.map(({ kind }) => kind)).toContain('block');
  const log = await boss().call(logList, { snoId, tab: 'subscription' });
  expect(log.list.map(({ kind, employeeId, reason }) => [kind, employeeId === ann, reason])).toContainEqual(['block', true, 'both']);
  const half = await boss().call(logList, { snoId, tab: 'subscription', pageSize: 2 });
  const rest = await boss().call(logList, { snoId, tab: 'subscription', pageSize: 200, after: half.next! });
  expect([...half.list, ...rest.list].map(({ id }) => id)).toEqual(log.list.map(({ id }) => id));
  const logs = await boss().call(logExport, { format: 'csv', filter: { snoId, tab: 'subscription' } });
  expect((await boss().jobEnd(logs.jobId)).result).toMatchObject({ rows: log.list.length });
});

test('An editor with the right to comment decides about comments and nothing else; without any right all writing is refused', async () => {
  const codes = [tagPage, fansPage, pushDetailFrame, commentPage, readPage, logPage].flatMap((page) => [
    page.code,
    ...Object.values(page.button),
  ]);
  const far = await house.department('远方');
  const { id, client: editor } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [far] } }, [far]);
  expect((await editor.ask(fanList, { snoId })).code).toBe(10910);
  await sql`insert into sno_member (id, version, created_at, updated_at, sno_id, employee_id, role, rights)
    values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, ${id}::uuid, 'editor', '["comment"]'::jsonb)`.execute(db());
  // Fans are read by name although they are out of the editor's own range.
  expect((await editor.call(fanList, { snoId })).list[0]).toMatchObject({ id: ann, departmentName: '北方' });
  const [one] = (await editor.call(comment.commentList, { pushId })).list;
  expect((await editor.ask(comment.commentHide, { ids: [one!.id] })).code).toBe(0);
  expect((await editor.ask(fanTag.add, { name: 'mine', snoId })).code).toBe(15011);
  expect((await editor.ask(fanBlock, { snoId, empIds: [ann] })).code).toBe(15011);
  const [tag] = (await boss().call(fanTag.list, { snoId, kind: 'manual' })).list;
  expect((await editor.ask(tagAssign, { snoId, tagIds: [tag!.id], empIds: [ann] })).code).toBe(15011);
  await sql`update sno_member set rights = '["write"]'::jsonb where sno_id = ${snoId}::uuid`.execute(db());
  expect((await editor.ask(comment.commentShow, { ids: [one!.id] })).code).toBe(15011);
  expect((await editor.ask(comment.commentPolicySave, { pushId, mode: 'off' })).code).toBe(15011);
});
