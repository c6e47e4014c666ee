import { menu } from '#kit/common/permission.ts';
import { publicAccountsGroup } from '#modules/public-accounts/common/menu-group.ts';
import type { ContentRef } from './content-ref.ts';

/** Frame: everything that an account can send. Tags and pushes are tabs of other modules. */
export const materialFrame = menu({
  code: 'mpm_material_management',
  route: '/mpm_material_management',
  parent: publicAccountsGroup.code,
  title: { zh_CN: '素材管理', en_US: 'Content', ja_JP: '素材管理' },
  icon: 'picture',
  order: 20,
});

/** Address at which a push of this content begins; the page is of the module public-pushes, which stands on this one. */
export const pushAddress = (snoId: string, { kind, id }: ContentRef): string =>
  `${materialFrame.route}/push_log?${new URLSearchParams({ snoId, push: `${kind}:${id}` }).toString()}`;

const upload = { verb: 'upload', title: { zh_CN: '上传', en_US: 'Upload', ja_JP: 'アップロード' } } as const;
const push = { verb: 'push', title: { zh_CN: '推送', en_US: 'Push', ja_JP: '配信' } } as const;
const preview = { verb: 'preview', title: { zh_CN: '预览', en_US: 'Preview', ja_JP: 'プレビュー' } } as const;

/** Image-text messages: up to eight articles, the first one large. */
export const imageTextPage = menu({
  code: `${materialFrame.code}_image_text`,
  route: `${materialFrame.route}/image_text`,
  parent: materialFrame.code,
  title: { zh_CN: '图文消息', en_US: 'Image-text', ja_JP: '記事メッセージ' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'copy', 'move', push, preview, 'export'],
});

/** Pictures. */
export const imagePage = menu({
  code: `${materialFrame.code}_image`,
  route: `${materialFrame.route}/image`,
  parent: materialFrame.code,
  title: { zh_CN: '图片', en_US: 'Pictures', ja_JP: '画像' },
  order: 20,
  nested: true,
  buttons: [upload, 'update', 'delete', 'move', { verb: 'replace', title: { zh_CN: '替换', en_US: 'Replace', ja_JP: '差し替え' } }],
});

/** Texts. */
export const textPage = menu({
  code: `${materialFrame.code}_text`,
  route: `${materialFrame.route}/text`,
  parent: materialFrame.code,
  title: { zh_CN: '文本', en_US: 'Texts', ja_JP: 'テキスト' },
  order: 30,
  nested: true,
  buttons: ['add', 'update', 'delete', 'move', push],
});

/** Pictures with captions that are sent as one message. */
export const imageMessagePage = menu({
  code: `${materialFrame.code}_image_message`,
  route: `${materialFrame.route}/image_message`,
  parent: materialFrame.code,
  title: { zh_CN: '图片消息', en_US: 'Picture messages', ja_JP: '画像メッセージ' },
  order: 40,
  nested: true,
  buttons: ['add', 'update', 'delete', 'copy', push, preview],
});

/** Videos. */
export const videoPage = menu({
  code: `${materialFrame.code}_video`,
  route: `${materialFrame.route}/video`,
  parent: materialFrame.code,
  title: { zh_CN: '视频', en_US: 'Videos', ja_JP: '動画' },
  order: 80,
  nested: true,
  buttons: [upload, 'update', 'delete', 'move', push],
});

/** Articles: drafts, in review, planned, published and withdrawn. */
export const articlePage = menu({
  code: `${materialFrame.code}_article_management`,
  route: `${materialFrame.route}/article_management`,
  parent: materialFrame.code,
  title: { zh_CN: '文章管理', en_US: 'Articles', ja_JP: '記事管理' },
  order: 90,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    'copy',
    { verb: 'submit', title: { zh_CN: '提交审核', en_US: 'Submit for review', ja_JP: '承認を依頼' } },
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'withdraw', title: { zh_CN: '撤下', en_US: 'Withdraw', ja_JP: '取り下げ' }, dangerous: true },
    { verb: 'schedule', title: { zh_CN: '定时', en_US: 'Schedule', ja_JP: '公開予約' } },
    'restore',
    'export',
  ],
});

/** Every page of the module. */
export const publicContentPages = [materialFrame, imageTextPage, imagePage, textPage, imageMessagePage, videoPage, articlePage] as const;

/** The page of each kind of material. */
export const materialPages = { image: imagePage, text: textPage, video: videoPage } as const;
