import { menu } from '#kit/common/permission.ts';
import { publicAccountsGroup } from '#modules/public-accounts/common/menu-group.ts';

/** Frames of other modules, named by their codes: those modules stand on this one. */
export const materialFrame = { code: 'mpm_material_management', route: '/mpm_material_management' } as const;

/** Tags of an account's fans. */
export const tagPage = menu({
  code: `${materialFrame.code}_tag`,
  route: `${materialFrame.route}/tag`,
  parent: materialFrame.code,
  title: { zh_CN: '粉丝标签', en_US: 'Fan tags', ja_JP: 'ファンのタグ' },
  order: 50,
  nested: true,
  buttons: ['add', 'update', 'delete', { verb: 'merge', title: { zh_CN: '合并', en_US: 'Merge', ja_JP: '統合' }, dangerous: true }, 'import', 'export'],
});

/** Fans of an account. */
export const fansPage = menu({
  code: 'mpm_fans_management',
  route: '/mpm_fans_management',
  parent: publicAccountsGroup.code,
  title: { zh_CN: '粉丝管理', en_US: 'Fans', ja_JP: 'ファン管理' },
  icon: 'team',
  order: 30,
  buttons: [
    { verb: 'tag', title: { zh_CN: '打标签', en_US: 'Add tags', ja_JP: 'タグを付ける' } },
    { verb: 'untag', title: { zh_CN: '取消标签', en_US: 'Remove tags', ja_JP: 'タグを外す' } },
    { verb: 'block', title: { zh_CN: '拉黑', en_US: 'Block', ja_JP: 'ブロック' }, dangerous: true },
    { verb: 'unblock', title: { zh_CN: '取消拉黑', en_US: 'Unblock', ja_JP: 'ブロックを解除' } },
    { verb: 'remark', title: { zh_CN: '备注', en_US: 'Remark', ja_JP: '備考' } },
    'import',
    'export',
    { verb: 'addTag', title: { zh_CN: '新增标签', en_US: 'Add tag', ja_JP: 'タグを追加' } },
    { verb: 'updateTag', title: { zh_CN: '编辑标签', en_US: 'Edit tag', ja_JP: 'タグを編集' } },
    { verb: 'deleteTag', title: { zh_CN: '删除标签', en_US: 'Delete tag', ja_JP: 'タグを削除' }, dangerous: true },
  ],
});

/** Every page of the module. */
export const publicFansPages = [tagPage, fansPage] as const;
