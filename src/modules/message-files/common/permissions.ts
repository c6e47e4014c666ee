import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Frame of the files of chats and of what holds for them. */
export const fileFrame = menu({
  code: 'imm_file_manage',
  route: '/imm_file_manage',
  parent: messagingGroup.code,
  title: title('聊天文件', 'Chat files', 'チャットファイル'),
  icon: 'folder',
  order: 30,
});

/** The files that were sent. */
export const fileListPage = menu({
  code: 'imm_file_manage_file_list',
  route: '/imm_file_manage/file_list',
  parent: fileFrame.code,
  title: title('文件列表', 'Files', 'ファイル一覧'),
  order: 10,
  nested: true,
  buttons: [
    { verb: 'recall', title: title('撤回', 'Recall', '取り消す'), dangerous: true },
    { verb: 'quarantine', title: title('隔离', 'Quarantine', '隔離'), dangerous: true },
    { verb: 'release', title: title('恢复', 'Restore', '復元') },
    { verb: 'extend', title: title('延长保存', 'Keep longer', '保存を延長') },
    { verb: 'expire', title: title('提前过期', 'Expire now', '期限切れにする'), dangerous: true },
    'delete',
    'export',
    { verb: 'download', title: title('下载', 'Download', 'ダウンロード') },
  ],
});

/** Sizes, types, quotas and keeping times. */
export const fileConfigPage = menu({
  code: 'imm_file_manage_file_config',
  route: '/imm_file_manage/file_config',
  parent: fileFrame.code,
  title: title('文件设置', 'File settings', 'ファイル設定'),
  order: 20,
  nested: true,
  buttons: [
    { verb: 'save', title: title('保存', 'Save', '保存') },
    { verb: 'check', title: title('检查能否发送', 'Check a file', '送信可否を確認') },
  ],
});

/** Every page of the module. */
export const filePages = [fileFrame, fileListPage, fileConfigPage] as const;
