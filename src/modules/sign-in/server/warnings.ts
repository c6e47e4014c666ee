import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

/** A change of the sign-in was not confirmed in time. */
export const guardRolledBack: WarningKind = {
  kind: 'guard.rolledBack',
  title: local('登录变更被自动撤回', 'A change of the sign-in was reverted', 'サインインの変更の自動取り消し'),
  sentence: local(
    '“{name}”的变更未在 5 分钟内确认，已自动恢复',
    'The change of “{name}” was not confirmed within 5 minutes and was reverted',
    '「{name}」の変更は 5 分以内に確定されず、元に戻されました',
  ),
  severity: 'warning',
  moment: true,
  link: ({ id, facts }) => pages[String(facts['subject'])]?.(id) ?? '/sys_login_authentication',
};

/** Where the subject of a guarded change stands in the console. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  authSetting: (id) => `/sys_login_authentication?id=${id}`,
  authenticate: () => '/sys_login_authentication?tab=policy',
  wechatConfig: () => '/sys_login_authentication?tab=wechat',
  serverConfig: () => '/sys_sevo?tab=servers',
  platform: () => '/sys_sevo?tab=platforms',
};
