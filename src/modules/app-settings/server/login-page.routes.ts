import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { notFound, wrongState } from '#kit/server/refusal.ts';
import { findApp } from '#modules/apps/server/public.ts';
import * as contract from '../common/document.contract.ts';
import { readDocument, saveDocument } from './documents.ts';
import { picturesOf, sendPicture, takePictures } from './pictures.ts';

const empty: contract.LoginPageContent = contract.loginPageContent.parse({});

async function view(db: Db, appId: string): Promise<Reply<typeof contract.loginPageGet>> {
  const stored = await readDocument(db, appId, 'loginPage');
  return {
    appId,
    version: stored?.version ?? 0,
    draft: stored?.content ?? empty,
    published: stored?.published ?? null,
    publishedAt: stored?.published_at ?? null,
  };
}

/** Login pages: saved as a draft, shown to terminals once they are published. */
export const loginPageRoutes: readonly BoundRoute[] = [
  handle(contract.loginPageGet, async ({ db, caller }, { appId }) => {
    await findApp(db, caller, appId);
    return view(db, appId);
  }),
  handle(contract.loginPageSave, ({ caller, services, write }, { appId, version, content }: Parsed<typeof contract.loginPageSave>) =>
    write(async (tx) => {
      await findApp(tx, caller, appId);
      const stored = await readDocument(tx, appId, 'loginPage');
      const before = new Set([...picturesOf(stored?.content ?? null), ...picturesOf(stored?.published ?? null)]);
      await takePictures(tx, { content, before, uid: caller.uid, now: services.now() });
      await saveDocument(tx, caller, 'loginPage', { appId, version, fields: { content } });
      return view(tx, appId);
    }),
  ),
  handle(contract.loginPagePublish, ({ caller, services, write }, { appId, version }) =>
    write(async (tx) => {
      await findApp(tx, caller, appId);
      const stored = await readDocument(tx, appId, 'loginPage');
      if (!stored) throw wrongState('draft', { namespace: 'app-settings', key: 'loginPage.noDraft' });
      await saveDocument(tx, caller, 'loginPage', { appId, version, fields: { published: stored.content, publishedAt: services.now() } });
      return view(tx, appId);
    }),
  ),
  handle(contract.loginPagePicture, async (call, { appId, fileId }) => {
    await findApp(call.db, call.caller, appId);
    const { draft, published } = await view(call.db, appId);
    if (![...picturesOf(draft), ...picturesOf(published)].includes(fileId)) throw notFound();
    return sendPicture(call, fileId);
  }),
];
