import { menu } from '#kit/common/permission.ts';
import { appsGroup } from '#modules/apps/common/menu-group.ts';

/** Frame: builds that are tried before their release. */
export const testFrame = menu({
  code: 'mam_app_management_test',
  route: '/mam_app_management_test',
  parent: appsGroup.code,
  title: { zh_CN: '应用测试', en_US: 'App tests', ja_JP: 'アプリのテスト' },
  icon: 'experiment',
  order: 30,
});

/** Versions that are given to named testers before their release, and what became of them. */
export const orientationPage = menu({
  code: 'mam_app_management_test_orientation',
  route: '/mam_app_management_test/orientation',
  parent: testFrame.code,
  title: { zh_CN: '定向测试', en_US: 'Directed tests', ja_JP: '限定テスト' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'update',
    { verb: 'end', title: { zh_CN: '结束测试', en_US: 'End test', ja_JP: 'テストを終了' }, dangerous: true },
    { verb: 'remind', title: { zh_CN: '提醒测试人员', en_US: 'Remind testers', ja_JP: 'テスターに通知' } },
    { verb: 'promote', title: { zh_CN: '转为正式上架', en_US: 'Put on shelf', ja_JP: '正式公開する' }, dangerous: true },
    { verb: 'preview', title: { zh_CN: '以测试人员身份查看', en_US: 'See as tester', ja_JP: 'テスターとして表示' } },
  ],
});

/** Every page of the module. */
export const appTestPages = [testFrame, orientationPage] as const;
