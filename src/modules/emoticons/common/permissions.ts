import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Frame of the packages and the emoticons of one. */
export const emoticonFrame = menu({
  code: 'imm_emoticon_package_manage',
  route: '/imm_emoticon_package_manage',
  parent: messagingGroup.code,
  title: title('表情包', 'Emoticons', 'スタンプ'),
  icon: 'message',
  order: 40,
});

/** The packages. */
export const emoticonPackages = menu({
  code: 'imm_emoticon_package_manage_list',
  route: '/imm_emoticon_package_manage/list',
  parent: emoticonFrame.code,
  title: title('表情包列表', 'Packages', 'パッケージ'),
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'export'],
});

/** The emoticons of one package. */
export const emoticonDetail = menu({
  code: 'imm_emoticon_package_manage_detail',
  route: '/imm_emoticon_package_manage/detail',
  parent: emoticonFrame.code,
  title: title('表情', 'Emoticons of a package', 'スタンプ一覧'),
  order: 20,
  nested: true,
  buttons: [
    { verb: 'addItem', title: title('新增表情', 'Add emoticon', 'スタンプを追加') },
    { verb: 'updateItem', title: title('编辑表情', 'Edit emoticon', 'スタンプを編集') },
    { verb: 'deleteItem', title: title('删除表情', 'Delete emoticon', 'スタンプを削除'), dangerous: true },
    { verb: 'sortItem', title: title('表情排序', 'Reorder emoticons', 'スタンプを並べ替え') },
    { verb: 'upload', title: title('上传图片', 'Upload picture', '画像をアップロード') },
    'import',
  ],
});

/** Every page of the module. */
export const emoticonPages = [emoticonFrame, emoticonPackages, emoticonDetail] as const;
