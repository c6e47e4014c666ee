import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  attachSystem,
  attachTest,
  clientAttachmentOpen,
  clientAttachmentPage,
} from '../../src/modules/conversion/common/attach.contract.ts';
import { pageMarksOf } from '../../src/modules/conversion/server/public.ts';
import { runChild } from '../../src/modules/conversion/server/child.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { GatewayHouse, startTarget, type TestTarget } from './gateway-house.ts';

const isInstalled = existsSync('/usr/bin/soffice') && existsSync('/usr/bin/pdftoppm');
let target: TestTarget;
let house: GatewayHouse;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'attachment-'));
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house?.stop();
  await target?.stop();
});

test.skipIf(!isInstalled)(
  '25: a Word file of an attachment system opens as pages, for the next one from the cache, and not for who has no rights (needs libreoffice-writer-nogui)',
  async () => {
    writeFileSync(path.join(folder, 'letter.txt'), 'A letter of the old office.\n');
    const args = [
      `-env:UserInstallation=file://${folder}/p`,
      '--headless',
      '--convert-to',
      'docx:MS Word 2007 XML',
      '--outdir',
      folder,
      `${folder}/letter.txt`,
    ];
    await runChild('/usr/bin/soffice', args, { timeoutMillis: 60_000, memoryMiB: 2_048, folder, isolated: false });
    const docx = readFileSync(path.join(folder, 'letter.docx'));
    let isAllowed = true;
    target.answer = (got, response) => {
      if (got.url.startsWith('/rights')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ allowed: isAllowed }));
        return;
      }
      response.setHeader('content-type', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document');
      response.setHeader('content-disposition', 'attachment; filename="letter.docx"');
      response.end(docx);
    };
    const system = await house.system();
    const prefix = await house.prefix(system.id, target.url);
    const params = [{ name: 'id', from: 'query' as const }];
    const fetching = await house.http(prefix.id, 'file', { methods: ['GET'], params, answer: 'raw', target: { path: '/file' } }, [
      'internal',
    ]);
    const rights = await house.http(prefix.id, 'rights', { methods: ['GET'], params, target: { path: '/rights' } }, ['internal']);
    const { id } = await house.call(attachSystem.add, {
      name: 'Old office',
      code: 'office',
      ownerDeptId: rootDepartmentId,
      fetchInterfaceId: fetching,
      rightsInterfaceId: rights,
    });
    const terminal = await house.terminal();
    const openAt = (at: typeof terminal) => at.ask(clientAttachmentOpen, { system: 'office', attachmentId: '7' });
    const open = () => openAt(terminal);
    await expect.poll(async () => (await open()).data, { timeout: 60_000 }).toMatchObject({ state: 'ready', pages: 1 });
    // Who looks is drawn into the page as it leaves; without that it would be the shared picture.
    const page = async () => {
      const { headers, data } = await terminal.ask(clientAttachmentPage, { system: 'office', attachmentId: '7', page: 1 });
      return { type: headers['content-type'], text: String(data) };
    };
    const marks = pageMarksOf(house.product.services);
    const { draw } = marks;
    const marked = await page();
    marks.draw = undefined;
    const shared = await page();
    marks.draw = draw;
    expect([marked.type, shared.type]).toEqual(['image/png', 'image/png']);
    expect(marked.text === shared.text).toBe(false);
    const tried = await house.call(attachTest, { id, employeeId: house.product.powerless.id, attachmentId: '7' });
    expect(tried).toMatchObject({
      pages: 1,
      steps: [
        { step: 'rights', ok: true },
        { step: 'fetch', ok: true },
        { step: 'convert', ok: true },
      ],
    });
    const { rows } = await house.product.database.pool.query('select count(*)::int as n from conversion');
    expect(rows[0].n).toBe(1);
    // The next one is shown what is there, after the owner was asked for them; a third has no rights.
    const another = async (account: string) => {
      await house.product.setPassword(await house.wire.employee(account));
      return house.terminal(account);
    };
    const next = await another('next');
    const fetched = target.got.filter((one) => one.url.startsWith('/rights')).length;
    expect((await openAt(next)).data).toMatchObject({ state: 'ready', pages: 1 });
    expect(target.got.filter((one) => one.url.startsWith('/rights')).length).toBe(fetched + 1);
    expect((await house.product.database.pool.query('select count(*)::int as n from conversion')).rows[0].n).toBe(1);
    const third = await another('third');
    isAllowed = false;
    expect((await openAt(third)).code).toBe(10404);
    expect((await open()).code).toBe(10404);
  },
);
