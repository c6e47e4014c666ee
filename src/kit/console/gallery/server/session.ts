import { pick } from '#kit/common/language.ts';
import { getButton, getMenu } from '#kit/common/session/menu.contract.ts';
import { confirm, getUser, mpVersion, sessionEnd, sessionList } from '#kit/common/session/session.contract.ts';
import { type NotifiedWarning, warningMine } from '#kit/common/warning/mine.contract.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { store } from '../../store/store.ts';
import { galleryResources } from '../gallery-permissions.ts';
import { hour, oneDay, sampleId, sampleNow } from './sample-ids.ts';
import { confirmOnce, Refused, serve } from './serve.ts';

/** The password of the gallery; every other is wrong. */
const galleryPassword = 'gallery';

const nearlyFull = {
  zh_CN: '磁盘剩余空间不足 15%',
  en_US: 'Less than 15% of the disk is free',
  ja_JP: 'ディスクの空きが 15% 未満です',
};

const titleOf = (title: Parameters<typeof pick>[0]): string => pick(title, currentLanguage());

/** The one warning the bell of the gallery tells. */
const toldNow = (): NotifiedWarning => ({
  id: sampleId(9, 7),
  warningId: sampleId(9, 8),
  severity: 'warning',
  reason: 'open',
  state: 'open',
  text: pick(nearlyFull, currentLanguage()),
  at: sampleNow - hour,
  read: false,
  link: null,
});

/** Answers who is here and what is granted: everything that the gallery declares. */
export function serveSession(): void {
  serve(getMenu, () => galleryResources.map((page) => ({ code: page.code, name: titleOf(page.title), children: [] })), { always: true });
  serve(
    getButton,
    () =>
      galleryResources.flatMap((page) =>
        page.buttons.map((button) => ({ code: `${page.code}:${button.verb}`, name: titleOf(button.title) })),
      ),
    { always: true },
  );
  serve(
    confirm,
    ({ password }) => {
      if (password !== galleryPassword) throw new Refused(10401);
      confirmOnce();
      return { accessToken: 'gallery', expiresAt: sampleNow + oneDay };
    },
    { always: true },
  );
  serve(warningMine, () => ({ list: [toldNow()], next: null, unread: 1 }));
  serve(mpVersion, () => ({
    name: 'Wheelhouse',
    version: '0.0.0',
    build: 'gallery',
    loginKinds: [],
    banner: null,
    rememberAccount: false,
  }));
  serve(getUser, () => ({
    empInfoDto: { uid: sampleId(2, 0), name: '林晓岚', account: 'admin' },
    superAdmin: false,
    roles: [
      {
        id: sampleId(5, 1),
        name: titleOf({ zh_CN: '东京子公司管理员', en_US: 'Administrators of Tokyo', ja_JP: '東京子会社の管理者' }),
        code: 'tokyo',
        module: 'sys',
        range: { kind: 'chosen' as const, departments: [{ id: sampleId(1, 1), name: '東京', fullName: '銀河 / 東京' }] },
        until: sampleNow + 30 * oneDay,
      },
      {
        id: sampleId(5, 2),
        name: titleOf({ zh_CN: '通讯录查看', en_US: 'Readers of the directory', ja_JP: '連絡先の閲覧' }),
        code: 'readers',
        module: 'contact',
        range: { kind: 'ownDeptAndBelow' as const, departments: [] },
        until: null,
      },
    ],
    languages: ['zh_CN' as const, 'en_US' as const, 'ja_JP' as const],
    mustChangePassword: false,
    confirmedAt: sampleNow,
    sessionExpiresAt: sampleNow + 8 * hour,
    resourceVersion: '1',
    openWarnings: 1,
    confirmWith: ['password' as const],
    waitingApprovals: 0,
    viewing: null,
  }));
  serve(sessionList, () => ({
    list: [
      {
        id: sampleId(9, 1),
        address: '10.1.2.3',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
        createdAt: sampleNow - hour,
        lastSeenAt: sampleNow,
        current: true,
      },
      {
        id: sampleId(9, 2),
        address: '2001:db8::7334:aaaa:bbbb:1',
        userAgent: 'curl/8',
        createdAt: sampleNow - oneDay,
        lastSeenAt: sampleNow - hour,
        current: false,
      },
    ],
  }));
  serve(sessionEnd, ({ ids }) => ({ count: ids.length }));
}

/** Signs the gallery in: its parts ask who is signed in, and what is granted. */
export function enterGallery(): void {
  store.set('accessToken', 'gallery');
  store.set('userInfo', { empInfoDto: { uid: sampleId(2, 0), name: '林晓岚', account: 'admin' } });
}
