import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import {
  clientFileDecide,
  clientFileLevel,
  clientFilePolicy,
  clientFilePrinted,
} from '../../src/modules/file-security/common/client.contract.ts';
import { decisionGet, decisionList, fileLevel, fileTrail, printList } from '../../src/modules/file-security/common/decision.contract.ts';
import {
  draftDiscard,
  draftGet,
  draftPublish,
  fileSimulate,
  fileTest,
  setRestore,
} from '../../src/modules/file-security/common/draft.contract.ts';
import { encryptionGet, encryptionUpdate } from '../../src/modules/file-security/common/encryption.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { outerNetGet, outerNetUpdate } from '../../src/modules/file-security/common/outer-net.contract.ts';
import { mdmResources, mdmRole, mdmSaveResources } from '../../src/modules/file-security/common/role.contract.ts';
import { sendUser } from '../../src/modules/file-security/common/send-user.contract.ts';
import { whiteUser } from '../../src/modules/file-security/common/white-user.contract.ts';
import { watchBursts } from '../../src/modules/file-security/server/log/bursts.ts';
import { closePrints } from '../../src/modules/file-security/server/terminal/reports.ts';
import { everyoneRoleId } from '../../src/modules/file-security/server/directory.ts';
import type { fileFunctions } from '../../src/modules/file-security/common/words.ts';
import type { TestTerminal } from '../terminal/test-terminal.ts';
import { FileHouse } from './file-house.ts';

let files: FileHouse;
let ann: { id: string; terminal: TestTerminal };
let bob: { id: string; terminal: TestTerminal };
let cem: { id: string; terminal: TestTerminal };

beforeAll(async () => {
  files = await FileHouse.open();
  ann = await files.person([files.north], 'Ann');
  bob = await files.person([files.north], 'Bob');
  cem = await files.person([files.south], 'Cem');
}, 120_000);
afterAll(() => files.stop());

let addresses = 0;
/** Addresses inside and outside, each of them new: calls are counted by address. */
const office = (): string => `10.1.0.${(addresses += 1)}`;
const home = (): string => `192.168.7.${(addresses += 1)}`;
const refOf = (answer: { data: unknown }): string => String(Reflect.get(Object(answer.data), 'ref'));

/** How often a call that was done stands in the audit. */
const audited = async (path: string): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from audit_log where path = ${path} and code = 0`.execute(
      files.house.product.database.db,
    )
  ).rows[0]!.n;

/** Starts each test from an empty draft and an empty version in force. */
async function clear(): Promise<void> {
  await files.boss.call(setRestore, { number: 1 });
  const { changes } = await files.boss.call(draftGet, {});
  if (changes.length > 0) await files.publish();
}

test('Without rules a person previews and downloads own files alone; a foreign file reads like none', async () => {
  const mine = await files.file(ann.id, 'notes.txt', 'MARKER of Ann');
  const { data, code } = await files.ticket(ann.terminal, mine);
  expect(code).toBe(0);
  const got = await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket });
  expect(got).toMatchObject({ status: 200 });
  expect(got.bytes.toString()).toBe('MARKER of Ann');
  // A ticket serves once, and only the terminal that got it.
  expect(await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket })).toMatchObject({ code: 18242 });
  const second = (await files.ticket(ann.terminal, mine)).data.ticket;
  expect(await files.fetch(bob.terminal, 'file/content', { ticket: second })).toMatchObject({ code: 18242 });
  expect(await files.fetch(ann.terminal, 'file/content', { ticket: second }, { range: 'bytes=0-5' })).toMatchObject({ status: 206 });
  expect((await files.fetch(ann.terminal, 'file/content', { ticket: second }, { range: 'bytes=7-' })).bytes.toString()).toBe('of Ann');
  expect(await files.fetch(ann.terminal, 'file/content', { ticket: second }, { range: 'bytes=99-' })).toMatchObject({ status: 416 });
  const foreign = await files.ticket(bob.terminal, mine);
  const unknown = await files.ticket(bob.terminal, '01a00000-0000-7000-8000-00000000dead');
  expect([foreign.code, foreign.msg]).toEqual([10404, unknown.msg]);
});

test('A rule of the outside network, a department and a type blocks there alone, and the code of the refusal opens its steps', async () => {
  await clear();
  const picture = await files.picture(ann.id);
  const text = await files.file(ann.id, 'plain.txt', 'x');
  await files.inside('10.0.0.0/8', '2001:db8::/32');
  const id = await files.rule('download', {
    place: 'outside',
    fileTypes: ['image'],
    everyone: false,
    who: [{ kind: 'department', id: files.north }],
    message: { en_US: 'Pictures stay in the office', ja_JP: '画像は社内でのみ利用できます' },
  });
  // The draft decides nothing.
  expect(await files.ticket(ann.terminal, picture.id, 'download', { from: home() })).toMatchObject({ code: 0 });
  await files.publish();
  for (const from of [office(), '2001:db8::9'])
    expect(await files.ticket(ann.terminal, picture.id, 'download', { from })).toMatchObject({ code: 0 });
  expect(await files.ticket(ann.terminal, text, 'download', { from: home() })).toMatchObject({ code: 0 });
  const address = home();
  const refused = await files.ticket(ann.terminal, picture.id, 'download', { from: address });
  expect(refused.code).toBe(18240);
  expect(refused.msg).toContain(refOf(refused));
  // Said in the language of the terminal, each time with a code; in one for which the rule has no words, by the product.
  const said: [string, RegExp][] = [
    ['en_US', /Pictures stay in the office/],
    ['ja_JP', /画像は社内でのみ利用できます/],
    ['zh_CN', /企业的文件规则不允许/],
  ];
  for (const [language, words] of said) {
    ann.terminal.language = language;
    const answer = await files.ticket(ann.terminal, picture.id, 'download', { from: home() });
    expect([language, answer.msg]).toEqual([language, expect.stringMatching(words)]);
    expect(answer.msg).toContain(refOf(answer));
  }
  ann.terminal.language = 'en_US';
  const known = await files.boss.call(decisionGet, { ref: refOf(refused).toLowerCase() });
  expect(known).toMatchObject({ verdict: 'block', step: 'rules', employeeName: 'Ann', address, decision: { rule: { id } } });
  expect(known.decision.steps.at(-1)).toMatchObject({ step: 'rules', number: 9, result: 'blocked', by: { id } });
  const simulated = await files.boss.call(fileSimulate, { ref: refOf(refused), set: 'both' });
  expect(simulated).toMatchObject({
    earlier: { rule: { id } },
    published: { verdict: 'block', rule: { id } },
    draft: { verdict: 'block' },
    case: { address },
  });
  expect(simulated.earlier!.steps).toEqual(simulated.published!.steps);
  expect(simulated.published!.nearest).not.toBe('');
});

test('Without its function an action is blocked at step 4, also for who stands on the allow list', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  const until = Date.now() + 86_400_000;
  const { id } = await files.boss.call(whiteUser.add, { employeeId: ann.id, reason: 'Trip', until });
  const functionsOf = async (functions: (typeof fileFunctions)[number][]): Promise<void> => {
    const { version } = await files.boss.call(mdmResources, { roleId: everyoneRoleId });
    await files.boss.call(mdmSaveResources, { roleId: everyoneRoleId, version, functions });
  };
  const before = (await files.boss.call(mdmResources, { roleId: everyoneRoleId })).functions;
  await functionsOf(before.filter((one) => one !== 'file.download'));
  const refused = await files.ticket(ann.terminal, text);
  expect(refused.code).toBe(18240);
  expect(await files.boss.call(decisionGet, { ref: refOf(refused) })).toMatchObject({ step: 'function' });
  // A role of her own gives it back.
  const { roleId } = await files.boss.call(mdmRole.save, { name: 'Downloads', code: 'downloads' });
  await files.boss.call(mdmRole.assignEmployees, { roleId, ids: [ann.id] });
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 0 });
  expect((await ann.terminal.call(clientFilePolicy, {})).functions).toContain('file.download');
  expect((await bob.terminal.call(clientFilePolicy, {})).functions).not.toContain('file.download');
  await functionsOf(before);
  await files.boss.call(mdmRole.delete, { ids: [roleId] });
  await files.boss.call(whiteUser.delete, { ids: [id] });
});

test('The allow list lets through until its minute; without an end, or more than a year away, it is refused', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  await files.rule('download', {});
  await files.publish();
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 18240 });
  const until = Date.now() + 3_600_000;
  const draft = { departmentId: files.north, reason: 'Audit' };
  expect(await files.boss.ask(whiteUser.add, { ...draft, until: Date.now() + 400 * 86_400_000 })).toMatchObject({ code: 18215 });
  expect(await files.boss.ask(whiteUser.add, Object.assign({ until: Number.NaN }, draft))).toMatchObject({ code: 10400 });
  const { id } = await files.boss.call(whiteUser.add, { ...draft, until });
  expect(await files.boss.ask(whiteUser.add, { ...draft, until })).toMatchObject({ code: 10411 });
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 0 });
  const at = (moment: number) =>
    files.boss.call(fileSimulate, { case: { employeeId: ann.id, action: 'download', at: moment, file: { fileId: text } } });
  expect((await at(until - 60_000)).published).toMatchObject({ verdict: 'allow', rule: { id } });
  expect((await at(until)).published).toMatchObject({ verdict: 'block', step: 'rules' });
  expect((await files.boss.call(whiteUser.list, {})).list).toMatchObject([{ name: 'North', state: 'active' }]);
  await files.boss.call(whiteUser.delete, { ids: [id] });
});

test('Who may send to whom, also asked by another area; one recipient outside makes it sending outside', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  await files.boss.call(sendUser.add, {
    name: 'To Bob',
    who: [{ kind: 'employee', id: ann.id, exclude: false }],
    target: 'people',
    targets: [{ kind: 'employee', id: bob.id, exclude: false }],
    effect: 'allow',
  });
  await files.boss.call(sendUser.add, {
    name: 'To nobody',
    who: [{ kind: 'employee', id: ann.id, exclude: false }],
    target: 'anybody',
    effect: 'block',
  });
  await files.publish();
  const decide = async (employeeIds: string[], external = false) =>
    ann.terminal.call(clientFileDecide, { action: 'send', fileId: text, target: { employeeIds, external } });
  expect(await decide([bob.id])).toMatchObject({ verdict: 'allow', code: 0 });
  expect(await decide([bob.id, cem.id])).toMatchObject({ verdict: 'block', code: 18240 });
  const outside = await decide([bob.id], true);
  expect(outside).toMatchObject({ verdict: 'block' });
  const { decision } = await files.boss.call(decisionGet, { ref: outside.ref });
  expect(decision).toMatchObject({ step: 'function' });
  expect(decision.steps.at(-1)!.text).toContain('对外发送');
  const { mayUseFile } = await import('../../src/modules/file-security/server/public.ts');
  const asked = {
    employeeId: ann.id,
    action: 'send' as const,
    platform: 2 as const,
    address: null,
    file: { fileId: text },
    language: 'en_US' as const,
  };
  expect(await mayUseFile(files.house.product.services, { ...asked, recipientIds: [bob.id] })).toMatchObject({ code: 0 });
  expect(await mayUseFile(files.house.product.services, { ...asked, recipientIds: [cem.id] })).toMatchObject({
    code: 18240,
    rule: { name: 'To nobody' },
  });
});

test('Outside without a company network can not be published; with one it holds by action and spares exceptions', async () => {
  await clear();
  const { version } = await files.boss.call(outerNetGet, {});
  const blocked = await files.boss.call(outerNetUpdate, {
    version,
    actions: [{ action: 'download', effect: 'block' }],
    exceptions: [{ kind: 'employee', id: bob.id }],
  });
  const { published, hash } = await files.boss.call(draftGet, {});
  expect(await files.boss.ask(draftPublish, { number: published.number, hash, note: 'x' })).toMatchObject({ code: 18214 });
  await files.boss.call(outerNetUpdate, { version: blocked.version, segments: [{ value: '10.0.0.0/8' }] });
  await files.publish();
  const [mine, his] = [await files.file(ann.id, 'a.txt', 'x'), await files.file(bob.id, 'b.txt', 'x')];
  expect(await files.ticket(ann.terminal, mine, 'download', { from: home() })).toMatchObject({ code: 18240 });
  expect(await files.ticket(ann.terminal, mine, 'download', { from: office() })).toMatchObject({ code: 0 });
  expect(await files.ticket(bob.terminal, his, 'download', { from: home() })).toMatchObject({ code: 0 });
});

test('A download with a watermark differs in its pixels and carries the code; one read only is pictures alone', async () => {
  await clear();
  const dee = await files.person([files.north], 'Dee');
  const picture = await files.picture(dee.id);
  const secret = await files.file(dee.id, 'words.txt', 'MARKER');
  const conditions = { watermark: true, container: false, readOnly: false, perDay: null, reasonAsked: false };
  const id = await files.rule('download', { effect: 'allowWith', conditions });
  await files.publish();
  const { data } = await files.ticket(dee.terminal, picture.id);
  expect(data).toMatchObject({ fetch: 'content', conditions: { watermark: true } });
  const got = await files.fetch(dee.terminal, 'file/content', { ticket: data.ticket });
  expect(got.type).toBe('image/png');
  expect(got.bytes.equals(picture.bytes)).toBe(false);
  const { default: sharp } = await import('sharp');
  const { entropy } = await sharp(got.bytes).stats();
  expect(entropy).toBeGreaterThan((await sharp(picture.bytes).stats()).entropy);
  expect((await files.boss.call(decisionGet, { ref: data.ref })).employeeName).toBe('Dee');
  // What can't be marked does not leave.
  const plain = (await files.ticket(dee.terminal, secret)).data;
  expect(await files.fetch(dee.terminal, 'file/content', { ticket: plain.ticket })).toMatchObject({ code: 18244 });
  const { version } = await files.boss.call(fileRule.get, { id });
  await files.boss.call(fileRule.update, { id, version, conditions: { ...conditions, watermark: false, readOnly: true, perDay: 3 } });
  await files.publish();
  // The one issued under looser conditions opens nothing more.
  const only = (await files.ticket(dee.terminal, picture.id)).data;
  expect(only.fetch).toBe('preview');
  expect(await files.fetch(dee.terminal, 'file/content', { ticket: only.ticket })).toMatchObject({ code: 18242 });
  const again = (await files.ticket(dee.terminal, picture.id)).code;
  expect(again).toBe(18245);
});

test('A preview is a picture of the page with the watermark of the role, never the bytes', async () => {
  await clear();
  const picture = await files.picture(ann.id);
  const { data } = await files.ticket(ann.terminal, picture.id, 'preview');
  expect(data).toMatchObject({ fetch: 'preview', conditions: { watermark: true } });
  const page = await files.fetch(ann.terminal, 'file/preview', { ticket: data.ticket, width: '300' });
  expect(page).toMatchObject({ status: 200, type: 'image/png' });
  expect(await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket }, { range: 'bytes=0-' })).toMatchObject({ code: 18242 });
});

test('A download by level is encrypted for the one device', async () => {
  await clear();
  const secret = await files.file(ann.id, 'plan.txt', 'MARKER of a plan');
  const { version, container } = await files.boss.call(encryptionGet, {});
  await files.boss.call(encryptionUpdate, { version, container: { ...container, 3: 'onDownload' } });
  await ann.terminal.call(clientFileLevel, { fileId: secret, level: 3 });
  expect(await files.ticket(ann.terminal, secret)).toMatchObject({ code: 18250 });
  const identity = await generateX25519Identity();
  const { data } = await files.ticket(ann.terminal, secret, 'download', { recipient: await identityToRecipient(identity) });
  const got = await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket });
  expect(got.bytes.includes('MARKER')).toBe(false);
  const open = async (key: string): Promise<string> => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(key);
    return decrypter.decrypt(new Uint8Array(got.bytes), 'text');
  };
  expect(await open(identity)).toBe('MARKER of a plan');
  // Cut off, or changed in one bit, it opens for nobody.
  const whole = Buffer.from(got.bytes);
  for (const broken of [whole.subarray(0, -1), Buffer.from(whole.map((byte, at) => (at === whole.length - 1 ? byte ^ 1 : byte)))]) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    await expect(decrypter.decrypt(new Uint8Array(broken), 'text')).rejects.toBeDefined();
  }
  await expect(open(await generateX25519Identity())).rejects.toThrow(/identit|decrypt/i);
});

test('A level goes up by its sender, down by an administrator with a reason; a held file opens for nobody', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  expect(await ann.terminal.call(clientFileLevel, { fileId: text, level: 2 })).toEqual({ level: 2 });
  expect(await ann.terminal.ask(clientFileLevel, { fileId: text, level: 1 })).toMatchObject({ code: 18251 });
  expect(await bob.terminal.ask(clientFileLevel, { fileId: text, level: 3 })).toMatchObject({ code: 10404 });
  await files.boss.call(fileLevel, { fileIds: [text], level: 1, reason: 'By mistake' });
  expect(await audited('security/file/level')).toBe(1);
  expect(await ann.terminal.call(clientFileLevel, { fileId: text, level: 1 })).toEqual({ level: 1 });
  await files.boss.call(fileLevel, { fileIds: [text], held: true, reason: 'Quarantine' });
  const refused = await files.ticket(ann.terminal, text);
  expect(await files.boss.call(decisionGet, { ref: refOf(refused) })).toMatchObject({ step: 'hold' });
});

test('An observed rule blocks nothing and is counted; published as enforced it blocks, and a saved test stands in the way', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  const id = await files.rule('download', { mode: 'observe' });
  await files.publish();
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 0 });
  expect(await files.boss.call(fileRule.get, { id })).toMatchObject({ hits: { decided: 0, observed: 1 } });
  const { version } = await files.boss.call(fileRule.get, { id });
  await files.boss.call(fileRule.update, { id, version, mode: 'enforce' });
  const saved = await files.boss.call(fileTest.add, {
    name: 'Ann downloads',
    testCase: { employeeId: ann.id, action: 'download', file: {} },
    expected: 'allow',
  });
  const seen = await files.boss.call(draftGet, {});
  expect(seen.tests).toMatchObject([{ passed: false, got: 'block' }]);
  expect(seen.effect.newlyBlocked).toBeGreaterThan(0);
  const publish = { number: seen.published.number, hash: seen.hash, note: 'x' };
  expect(await files.boss.ask(draftPublish, publish)).toMatchObject({ code: 18223 });
  await files.boss.call(fileTest.disable, { ids: [saved.id] });
  expect(await files.boss.ask(draftPublish, { ...publish, number: publish.number - 1 })).toMatchObject({ code: 18220 });
  expect(await files.boss.ask(draftPublish, { ...publish, hash: 'other' })).toMatchObject({ code: 18224 });
  expect(await files.boss.ask(draftPublish, { ...publish, expected: seen.effect.newlyBlocked + 5 })).toMatchObject({ code: 18222 });
  const opened = (await files.ticket(ann.terminal, text)).data.ticket;
  // One decision more since then.
  const { number } = await files.boss.call(draftPublish, { ...publish, expected: seen.effect.newlyBlocked + 1 });
  // A ticket of before is void.
  expect(await files.fetch(ann.terminal, 'file/content', { ticket: opened })).toMatchObject({ code: 18242 });
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 18240 });
  expect(await files.boss.ask(draftPublish, { ...publish, number })).toMatchObject({ code: 18221 });
  // The version before, restored and published, decides as before.
  await files.boss.call(setRestore, { number: number - 1 });
  await files.publish();
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 0 });
  await files.rule('send', {});
  const { hash, changes } = await files.boss.call(draftGet, {});
  expect(changes).toMatchObject([{ kind: 'fileRule', change: 'added' }]);
  await files.boss.call(draftDiscard, { hash });
  expect((await files.boss.call(draftGet, {})).changes).toEqual([]);
});

test('The simulator and real tickets agree, for the version in force and the draft', async () => {
  await clear();
  await files.inside('10.0.0.0/8');
  await files.rule('download', { place: 'outside', levels: [2, 3] });
  await files.rule('download', {
    fileTypes: ['text'],
    sizeMin: 3,
    everyone: false,
    who: [{ kind: 'department', id: files.south, exclude: false }],
  });
  await files.rule('preview', { effect: 'block', extensions: ['key'] });
  await files.rule('download', { namePattern: '(a+)+$', mode: 'observe' });
  await files.publish();
  await files.rule('download', { effect: 'allow', priority: undefined });
  const people = [ann, cem];
  for (const [at, person] of people.entries())
    for (const [name, level] of [
      ['a.txt', 1],
      ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab.key', 2],
    ] as const) {
      const fileId = await files.file(person.id, name, 'abcd'.slice(at));
      if (level > 1) await files.boss.call(fileLevel, { fileIds: [fileId], level, reason: 'x' });
      for (const action of ['download', 'preview'] as const)
        for (const address of [office(), home()]) {
          const real = await files.ticket(person.terminal, fileId, action, { from: address });
          const { published, draft } = await files.boss.call(fileSimulate, {
            case: { employeeId: person.id, action, address, file: { fileId } },
            set: 'both',
          });
          const known = await files.boss.call(decisionGet, { ref: real.code === 0 ? real.data.ref : refOf(real) });
          expect([published!.verdict, published!.step, published!.rule]).toEqual([known.verdict, known.step, known.decision.rule]);
          expect(draft!.steps).toHaveLength(
            draft!.verdict === 'block' ? draft!.steps.findIndex(({ result }) => result === 'blocked') + 1 : 10,
          );
        }
    }
});

test('A print is a row with its pages; a refused one too, and one without a report is unknown', async () => {
  await clear();
  const text = await files.file(ann.id, 'paper.txt', 'x');
  const { ticket } = (await files.ticket(ann.terminal, text, 'print')).data;
  await ann.terminal.call(clientFilePrinted, { ticket, pages: 3, copies: 2, printer: 'Floor 2', result: 'printed' });
  expect(await bob.terminal.ask(clientFilePrinted, { ticket, pages: 3, copies: 2, printer: 'Floor 2', result: 'printed' })).toMatchObject({
    code: 18242,
  });
  await files.ticket(ann.terminal, text, 'print');
  await files.rule('preview', { actions: ['print'] });
  await files.publish();
  expect(await files.ticket(ann.terminal, text, 'print')).toMatchObject({ code: 18240 });
  const { services } = files.house.product;
  await closePrints({ database: services.database, now: () => Date.now() + 11 * 60_000 });
  const { list } = await files.boss.call(printList, { empId: ann.id });
  expect(list.map(({ result }) => result)).toEqual(['refused', 'unknown', 'printed']);
  expect(list.at(-1)).toMatchObject({ pages: 3, copies: 2, printer: 'Floor 2', employeeName: 'Ann' });
});

test('The trail tells what became of a file and of its copies, for a reason', async () => {
  await clear();
  const [text, copy] = [await files.file(ann.id, 'trail.txt', 'the same words'), await files.file(bob.id, 'renamed.txt', 'the same words')];
  const { ticket } = (await files.ticket(ann.terminal, text)).data;
  await files.fetch(ann.terminal, 'file/content', { ticket });
  await files.ticket(bob.terminal, copy, 'preview');
  expect(await files.boss.ask(fileTrail, { fileId: text, reason: ' ' })).toMatchObject({ code: 10400 });
  const trail = await files.boss.call(fileTrail, { fileId: text, reason: 'Press' });
  expect(trail.copies).toMatchObject([{ id: copy, name: 'renamed.txt', owner: 'Bob' }]);
  // A watermark carries the code of a decision: it leads to the file, the person and the minute.
  const { ref } = (await files.ticket(bob.terminal, copy, 'preview')).data;
  const byCode = await files.boss.call(fileTrail, { code: ref.toLowerCase(), reason: 'Press' });
  expect(byCode.file.id).toBe(copy);
  expect(byCode.events.find((event) => event.ref === ref)).toMatchObject({ person: 'Bob', action: 'preview' });
  expect((await files.boss.ask(fileTrail, { code: 'AAAAAAAA', reason: 'Press' })).code).toBe(18231);
  expect((await files.boss.ask(fileTrail, { reason: 'Press' })).code).toBe(10400);
  const told = trail.events.map(({ kind, action, person }) => `${kind} ${action} ${person}`);
  expect(told).toEqual(
    expect.arrayContaining(['uploaded null Ann', 'fetched download Ann', 'allowed preview Bob', 'allowed download Ann']),
  );
  expect(await audited('security/file/trail')).toBeGreaterThan(0);
});

test('Where decisions can not be written nothing leaves, and afterwards all works again', async () => {
  await clear();
  const text = await files.file(ann.id, 'plain.txt', 'x');
  const { db } = files.house.product.services.database;
  const { ticket } = (await files.ticket(ann.terminal, text)).data;
  await sql`alter table file_decision rename to file_decision_gone`.execute(db);
  expect(await files.ticket(ann.terminal, text)).toMatchObject({ code: 18241 });
  await sql`alter table file_decision_gone rename to file_decision`.execute(db);
  await sql`alter table file_ticket rename to file_ticket_gone`.execute(db);
  expect(await files.fetch(ann.terminal, 'file/content', { ticket })).toMatchObject({ code: 18241 });
  await sql`alter table file_ticket_gone rename to file_ticket`.execute(db);
  expect(await files.fetch(ann.terminal, 'file/content', { ticket })).toMatchObject({ status: 200 });
  const told = async () => (await sql<{ kind: string }>`select kind from warning where kind = 'file.undecided'`.execute(db)).rows.length;
  await expect.poll(told).toBe(1);
});

test('Who is refused or downloads far more often than is usual is told of, and nobody else', async () => {
  await clear();
  await files.rule('download', {});
  await files.publish();
  const [dan, eve, fay] = [
    await files.person([files.north], 'Dan'),
    await files.person([files.north], 'Eve'),
    await files.person([files.north], 'Fay'),
  ];
  const { services } = files.house.product;
  /** Tells the decision that a person got many times over, each time so long ago. */
  const often = async (uid: string, times: number, daysAgo: number) =>
    sql`insert into file_decision (ref, at, employee_id, action, occasion, file_id, file_name, platform, facts, verdict, step, conditions, steps, set_number)
      select ref || n || ${`.${daysAgo}`}, at - ${daysAgo * 86_400_000}, employee_id, action, occasion, file_id, file_name, platform, facts, verdict, step,
        conditions, steps, set_number from file_decision, generate_series(1, ${times}) as n
      where employee_id = ${uid}::uuid and ref !~ '[.]'`.execute(services.database.db);
  for (const { id, terminal } of [dan, eve, fay])
    expect((await files.ticket(terminal, await files.file(id, 'plain.txt', 'x'))).code).toBe(18240);
  await often(dan.id, 99, 0);
  // One less than counts at all; and as many as the first, by somebody who acts on many files every day.
  await often(eve.id, 98, 0);
  await often(fay.id, 99, 0);
  await often(fay.id, 30, 3);
  await watchBursts({ ...services, now: () => services.now() + 3_600_000 });
  const told = async () =>
    (
      await sql<{ name: string; n: string }>`select object_name as name, facts->>'n' as n from warning where kind = 'file.burst'`.execute(
        services.database.db,
      )
    ).rows;
  await expect.poll(told).toEqual([{ name: 'Dan', n: '100' }]);
});

test('Decisions are listed by person, verdict and rule, and only of people in range', async () => {
  await clear();
  const text = await files.file(cem.id, 'plain.txt', 'x');
  const id = await files.rule('download', {});
  await files.publish();
  await files.ticket(cem.terminal, text);
  expect((await files.boss.call(decisionList, { ruleId: id })).list).toMatchObject([{ employeeName: 'Cem', verdict: 'block' }]);
  const { client } = await files.house.administrator({
    codes: [
      'msm_file_security_configuration',
      'msm_file_security_configuration:decisions',
      'msm_file_security_configuration:simulate',
      'msm_file_security_configuration_download_restriction',
      'msm_file_security_configuration_download_restriction:add',
    ],
    range: { kind: 'chosen', departmentIds: [files.north] },
  });
  expect((await client.call(decisionList, { ruleId: id })).list).toEqual([]);
  expect(await client.ask(fileSimulate, { case: { employeeId: cem.id, action: 'download', file: {} } })).toMatchObject({ code: 10910 });
  expect((await client.call(fileRule.list, { kind: 'download' })).total).toBe(1);
  expect(await client.ask(fileRule.add, { name: 'Mine', kind: 'download', actions: ['download'], everyone: true })).toMatchObject({
    code: 18203,
  });
});
