import { mailAndAutomationGroup } from '#modules/mailboxes/common/menu-group.ts';
import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';

const text = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });
const button = <const V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ verb, title: text(zh_CN, en_US, ja_JP) }) as const;
const risky = <const V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ ...button(verb, zh_CN, en_US, ja_JP), dangerous: true }) as const;

const secret = button('secret', '更换密钥', 'Change keys', 'キーを変更');
const companyButtons = [
  'add',
  'update',
  'delete',
  'enable',
  'disable',
  button('approve', '通过', 'Approve', '承認'),
  risky('reject', '驳回', 'Reject', '却下'),
  'copy',
  secret,
  'test',
  button('transfer', '移交', 'Hand over', '引き継ぎ'),
  'export',
] as const;
const companyDetailButtons = [
  button('addCommand', '新增指令', 'Add command', 'コマンドを追加'),
  button('updateCommand', '编辑指令', 'Edit command', 'コマンドを編集'),
  risky('deleteCommand', '删除指令', 'Delete command', 'コマンドを削除'),
  button('addSchedule', '新增定时任务', 'Add schedule', 'スケジュールを追加'),
  button('updateSchedule', '编辑定时任务', 'Edit schedule', 'スケジュールを編集'),
  risky('deleteSchedule', '删除定时任务', 'Delete schedule', 'スケジュールを削除'),
  button('runNow', '立即执行', 'Run now', '今すぐ実行'),
  button('pause', '暂停或继续', 'Pause or resume', '一時停止・再開'),
  button('addToGroup', '加入群', 'Add to group', 'グループに追加'),
  risky('removeFromGroup', '移出群', 'Remove from group', 'グループから削除'),
  secret,
  'test',
  button('replay', '重发', 'Replay', '再送'),
] as const;

interface FrameDraft {
  readonly code: string;
  readonly title: LocalText;
  readonly order: number;
  /** Code of the list of robots: in the first frame it is not its path, which is the code of the second frame. */
  readonly company: string;
  /** The frame whose calls the pages of this one may make. */
  readonly alsoOpens?: Pick<FrameDraft, 'code' | 'company'>;
}

/** One frame of the robots with its pages; both frames have the same ones, each under codes of its own. */
function frameOf({ code, title, order, company, alsoOpens }: FrameDraft) {
  const child = (path: string, place: number) => ({
    code: `${code}_${path}`,
    route: `/${code}/${path}`,
    parent: code,
    order: place,
    nested: true,
    ...(alsoOpens && { alsoOpens: `${alsoOpens.code}_${path}` }),
  });
  return {
    frame: menu({ code, route: `/${code}`, parent: mailAndAutomationGroup.code, title, icon: 'robot', order }),
    persional: menu({
      ...child('persional', 10),
      title: text('个人助手', 'Personal assistants', '個人アシスタント'),
      buttons: ['enable', 'disable', 'delete', 'reset', 'update', 'export'],
    }),
    persionalDetail: menu({
      ...child('persional_detail', 20),
      title: text('助手详情', 'Assistant', 'アシスタント詳細'),
      buttons: ['update', 'reset', 'disable'],
    }),
    company: menu({
      ...child('company', 30),
      code: company,
      ...(alsoOpens && { alsoOpens: alsoOpens.company }),
      title: text('群机器人', 'Group robots', 'グループロボット'),
      buttons: companyButtons,
    }),
    companyDetail: menu({
      ...child('company_detail', 40),
      title: text('机器人详情', 'Robot', 'ロボット詳細'),
      buttons: companyDetailButtons,
    }),
    roleAuth: menu({
      ...child('role_auth', 50),
      title: text('机器人角色', 'Robot roles', 'ロボットロール'),
      buttons: [
        'add',
        'update',
        'delete',
        'enable',
        'disable',
        'copy',
        'assign',
        'remove',
        'save',
        'import',
        'export',
        button('preview', '权限检查', 'Check a person', '権限を確認'),
      ],
    }),
    commonSetting: menu({
      ...child('common_setting', 60),
      title: text('通用设置', 'Settings', '共通設定'),
      buttons: ['save', button('test', '预览影响', 'Preview effect', '影響を確認')],
    }),
  };
}

/** A frame of the robots with its pages. */
export type RobotFrame = ReturnType<typeof frameOf>;

const first = { code: 'mms_robot_service', company: 'mms_robot_service_company_tab' } as const;

/** Frame: all robots and assistants in the administrator's range. Operations name the codes of this frame alone. */
export const robotService = frameOf({ ...first, title: text('机器人与助手', 'Robots', 'ロボット'), order: 30 });

/** Frame: those of one company, which is chosen in its header. Its codes open the same operations, in the range in which they are held. */
export const companyRobotService = frameOf({
  alsoOpens: first,
  code: 'mms_robot_service_company',
  title: text('公司机器人', 'Company robots', '会社別ロボット'),
  order: 40,
  company: 'mms_robot_service_company_company',
});

/** Both frames. */
export const robotFrames = [robotService, companyRobotService] as const;

/** Every page of the module. */
export const robotsPages = robotFrames.flatMap((frame) => [
  frame.frame,
  frame.persional,
  frame.persionalDetail,
  frame.company,
  frame.companyDetail,
  frame.roleAuth,
  frame.commonSetting,
]);
