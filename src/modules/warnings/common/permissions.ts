import { menu } from '#kit/common/permission.ts';
import type { LocalText } from '#kit/common/language.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** What is wrong now, and who is told of it. */
export const warningPage = menu({
  code: 'sys_warning_manager',
  route: '/sys_warning_manager',
  parent: 'mop',
  title: title('告警管理', 'Warnings', '警告管理'),
  icon: 'bell',
  order: 20,
  buttons: [
    { verb: 'ack', title: title('确认', 'Acknowledge', '確認済みにする') },
    { verb: 'assign', title: title('指派', 'Assign', '担当者を決める') },
    { verb: 'resolve', title: title('标为已解决', 'Resolve', '解決にする') },
    { verb: 'silence', title: title('静默', 'Silence', 'サイレンス') },
    { verb: 'updateRule', title: title('编辑规则', 'Edit rules', 'ルールを編集') },
    { verb: 'testRule', title: title('回放规则', 'Replay rules', 'ルールを再生') },
    { verb: 'addPerson', title: title('新增通知人', 'Add notice person', '通知先を追加') },
    { verb: 'updatePerson', title: title('编辑通知人', 'Edit notice person', '通知先を編集') },
    { verb: 'statusPerson', title: title('启停通知人', 'Switch notice person', '通知先の切り替え') },
    { verb: 'testPerson', title: title('测试通知', 'Test notice', '通知をテスト') },
    { verb: 'deletePerson', title: title('删除通知人', 'Delete notice person', '通知先を削除'), dangerous: true },
  ],
});

/** Every page of the module. */
export const warningPages = [warningPage] as const;
