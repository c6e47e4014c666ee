import { menu } from '#kit/common/permission.ts';

const retry = { verb: 'retry', title: { zh_CN: '重试', en_US: 'Try again', ja_JP: '再試行' } } as const;
const cancel = { verb: 'cancel', title: { zh_CN: '取消', en_US: 'Cancel', ja_JP: '取り消し' } } as const;
const clear = { verb: 'clear', title: { zh_CN: '清除缓存', en_US: 'Clear cache', ja_JP: 'キャッシュを消去' } } as const;
const release = { verb: 'release', title: { zh_CN: '解除隔离', en_US: 'Release', ja_JP: '隔離を解除' } } as const;

/** Frame of the conversion of attachments to pages. */
export const conversionPage = menu({
  code: 'mas_attachment_conversion_service',
  route: '/mas_attachment_conversion_service',
  parent: 'mas',
  title: { zh_CN: '附件转换', en_US: 'File conversion', ja_JP: '添付ファイル変換' },
  icon: 'filePdf',
  order: 60,
});

/** How files are converted, and what waits. */
export const paramPage = menu({
  code: 'mas_attachment_conversion_service_param_config',
  route: '/mas_attachment_conversion_service/param_config',
  parent: 'mas_attachment_conversion_service',
  title: { zh_CN: '参数配置', en_US: 'Parameters', ja_JP: 'パラメーター' },
  order: 10,
  nested: true,
  buttons: ['save', 'test', retry, cancel, clear, release],
});

/** Systems whose attachments are shown as pages. */
export const attachPage = menu({
  code: 'mas_attachment_conversion_service_attach_system',
  route: '/mas_attachment_conversion_service/attach_system',
  parent: 'mas_attachment_conversion_service',
  title: { zh_CN: '附件系统', en_US: 'Attachment systems', ja_JP: '添付システム' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test'],
});

/** Every page of the module. */
export const conversionPages = [conversionPage, paramPage, attachPage] as const;
