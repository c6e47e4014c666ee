import { menu } from '#kit/common/permission.ts';
import { publicAccountsGroup } from '#modules/public-accounts/common/menu-group.ts';

/** Frames of other modules, named by their codes: those modules stand on this one. */
export const materialFrame = { code: 'mpm_material_management', route: '/mpm_material_management' } as const;

const push = { verb: 'push', title: { zh_CN: '推送', en_US: 'Push', ja_JP: '配信' } } as const;

/** Address of the wizard for a push to fans with any of these tags. */
export const pushToTags = (snoId: string, tagIds: readonly string[]): string =>
  `${materialFrame.route}/push_log?${new URLSearchParams({ snoId, tags: tagIds.join(',') }).toString()}`;
/** Address of the ledger of a push. */
export const ledgerOf = (pushId: string, snoId: string): string => `${materialFrame.route}/push_log_detail/${pushId}/${snoId}`;

/** Tags of an account's fans. */
export const tagPage = menu({
  code: `${materialFrame.code}_tag`,
  route: `${materialFrame.route}/tag`,
  parent: materialFrame.code,
  title: { zh_CN: '粉丝标签', en_US: 'Fan tags', ja_JP: 'ファンのタグ' },
  order: 50,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    { verb: 'merge', title: { zh_CN: '合并', en_US: 'Merge', ja_JP: '統合' }, dangerous: true },
    push,
    'import',
    'export',
  ],
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
    push,
    'import',
    'export',
    { verb: 'addTag', title: { zh_CN: '新增标签', en_US: 'Add tag', ja_JP: 'タグを追加' } },
    { verb: 'updateTag', title: { zh_CN: '编辑标签', en_US: 'Edit tag', ja_JP: 'タグを編集' } },
    { verb: 'deleteTag', title: { zh_CN: '删除标签', en_US: 'Delete tag', ja_JP: 'タグを削除' }, dangerous: true },
  ],
});

/** The frame of messages is another module's, which may stand on this one. */
export const messageFrame = { code: 'mpm_message_management', route: '/mpm_message_management' } as const;

/** One push, seen from its readers. */
export const pushDetailFrame = menu({
  code: `${messageFrame.code}_push_detail`,
  route: `${messageFrame.route}/push_detail/:id`,
  parent: messageFrame.code,
  title: { zh_CN: '推送互动', en_US: 'Push readers', ja_JP: '配信の反応' },
  order: 20,
  nested: true,
  buttons: [{ verb: 'policy', title: { zh_CN: '评论设置', en_US: 'Comment policy', ja_JP: 'コメントの設定' } }],
});

/** Comments under a push. */
export const commentPage = menu({
  code: `${pushDetailFrame.code}_comment_list`,
  route: `${pushDetailFrame.route}/comment_list`,
  parent: pushDetailFrame.code,
  title: { zh_CN: '评论', en_US: 'Comments', ja_JP: 'コメント' },
  order: 10,
  nested: true,
  buttons: [
    { verb: 'show', title: { zh_CN: '显示', en_US: 'Show', ja_JP: '表示' } },
    { verb: 'hide', title: { zh_CN: '隐藏', en_US: 'Hide', ja_JP: '非表示' } },
    { verb: 'feature', title: { zh_CN: '精选', en_US: 'Feature', ja_JP: '注目にする' } },
    { verb: 'reply', title: { zh_CN: '回复', en_US: 'Reply', ja_JP: '返信' } },
    'delete',
    { verb: 'block', title: { zh_CN: '拉黑作者', en_US: 'Block author', ja_JP: '投稿者をブロック' }, dangerous: true },
    { verb: 'close', title: { zh_CN: '关闭评论', en_US: 'Close comments', ja_JP: 'コメントを締め切る' } },
    'export',
  ],
});

/** Likes of a push, and what was clicked in it. */
export const likePage = menu({
  code: `${pushDetailFrame.code}_likeclick_list`,
  route: `${pushDetailFrame.route}/likeclick_list`,
  parent: pushDetailFrame.code,
  title: { zh_CN: '点赞与点击', en_US: 'Likes and clicks', ja_JP: 'いいねとクリック' },
  order: 20,
  nested: true,
  buttons: ['export'],
});

/** Who read a push, and who did not. */
export const readPage = menu({
  code: `${pushDetailFrame.code}_readhistory_list`,
  route: `${pushDetailFrame.route}/readhistory_list`,
  parent: pushDetailFrame.code,
  title: { zh_CN: '阅读记录', en_US: 'Reads', ja_JP: '閲覧履歴' },
  order: 30,
  nested: true,
  buttons: [{ verb: 'repush', title: { zh_CN: '提醒未读者', en_US: 'Remind', ja_JP: '未読者に再通知' } }, 'export'],
});

/** What happened in the accounts. */
export const logPage = menu({
  code: 'mpm_sno_logs',
  route: '/mpm_sno_logs',
  parent: publicAccountsGroup.code,
  title: { zh_CN: '公众号日志', en_US: 'Account log', ja_JP: 'アカウントログ' },
  icon: 'history',
  order: 50,
  buttons: ['export'],
});

/** Every page of the module. */
export const publicFansPages = [tagPage, fansPage, pushDetailFrame, commentPage, likePage, readPage, logPage] as const;
