import type { LocalText } from '#kit/common/language.ts';
import { menu } from '#kit/common/permission.ts';
import { messagingGroup } from '#modules/messaging/common/menu-group.ts';

const title = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Words that messages and names are checked for: the list, its exceptions, categories, versions and hits. */
export const wordPage = menu({
  code: 'imm_sensitive_word_manage',
  route: '/imm_sensitive_word_manage',
  parent: messagingGroup.code,
  title: title('敏感词', 'Sensitive words', '禁止語'),
  icon: 'safety',
  order: 50,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'import',
    'export',
    'test',
    { verb: 'publish', title: title('发布', 'Publish', '公開'), dangerous: true },
    { verb: 'rollback', title: title('回退版本', 'Roll back', '前の版に戻す'), dangerous: true },
    { verb: 'exempt', title: title('维护例外', 'Manage exceptions', '例外を管理') },
    { verb: 'addCategory', title: title('新增分类', 'Add category', '分類を追加') },
    { verb: 'updateCategory', title: title('编辑分类', 'Edit category', '分類を編集') },
    { verb: 'deleteCategory', title: title('删除分类', 'Delete category', '分類を削除'), dangerous: true },
    { verb: 'saveSetting', title: title('保存设置', 'Save settings', '設定を保存') },
    { verb: 'review', title: title('复核命中', 'Review hits', 'ヒットを確認') },
    { verb: 'viewText', title: title('查看命中原文', 'Read the text of a hit', 'ヒットの本文を表示'), dangerous: true },
  ],
});

/** Every page of the module. */
export const wordPages = [wordPage] as const;
