import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Everything that ends or ages. */
export const radarPage = menu({
  code: 'sys_health_radar',
  route: '/sys_health_radar',
  parent: 'mop',
  title: title('到期雷达', 'Expiry radar', '期限レーダー'),
  icon: 'schedule',
  order: 30,
  buttons: [
    { verb: 'assign', title: title('指定负责人', 'Assign', '担当者を決める') },
    { verb: 'snooze', title: title('暂缓提醒', 'Snooze', 'スヌーズ') },
    { verb: 'recheck', title: title('重新检查', 'Recheck', '再チェック') },
    { verb: 'addItem', title: title('新增事项', 'Add item', '項目を追加') },
    { verb: 'updateItem', title: title('编辑事项', 'Edit item', '項目を編集') },
    { verb: 'deleteItem', title: title('删除事项', 'Delete item', '項目を削除'), dangerous: true },
    'export',
  ],
});

/** Every page of the module. */
export const radarPages = [radarPage] as const;
