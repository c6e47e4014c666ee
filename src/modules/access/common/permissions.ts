import { menu } from '#kit/common/permission.ts';

const key = { verb: 'key', title: { zh_CN: '管理密钥', en_US: 'Manage keys', ja_JP: 'キーを管理' } } as const;
const grant = { verb: 'grant', title: { zh_CN: '授权接口', en_US: 'Grant interfaces', ja_JP: 'インターフェースを許可' } } as const;
const browse = { verb: 'browse', title: { zh_CN: '浏览', en_US: 'Browse', ja_JP: '参照' } } as const;
const refresh = { verb: 'refresh', title: { zh_CN: '刷新', en_US: 'Refresh', ja_JP: '更新' } } as const;
const settings = { verb: 'settings', title: { zh_CN: '网关设置', en_US: 'Gateway settings', ja_JP: 'ゲートウェイ設定' } } as const;
const document = { verb: 'document', title: { zh_CN: '接口文档', en_US: 'Document', ja_JP: '仕様書' } } as const;
const tag = { verb: 'tag', title: { zh_CN: '设置标签', en_US: 'Set tags', ja_JP: 'タグを設定' } } as const;
const importInterfaces = {
  verb: 'importInterfaces',
  title: { zh_CN: '生成接口', en_US: 'Make interfaces', ja_JP: 'インターフェースを作成' },
} as const;

/** Frame of what holds for the whole gateway. */
export const generalConfiguration = menu({
  code: 'mas_general_configuration',
  route: '/mas_general_configuration',
  parent: 'mas',
  title: { zh_CN: '通用配置', en_US: 'General configuration', ja_JP: '共通設定' },
  icon: 'setting',
  order: 10,
});

/** Parameters that every interface may name. */
export const globalParamPage = menu({
  code: 'mas_general_configuration_global_params',
  route: '/mas_general_configuration/global_params',
  parent: 'mas_general_configuration',
  title: { zh_CN: '全局参数', en_US: 'Global parameters', ja_JP: 'グローバルパラメーター' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', refresh, settings],
});

/** Frame of systems and prefixes. */
export const systemConfiguration = menu({
  code: 'mas_access_system_configuration',
  route: '/mas_access_system_configuration',
  parent: 'mas',
  title: { zh_CN: '接入系统配置', en_US: 'Access systems', ja_JP: '連携システム設定' },
  icon: 'cluster',
  order: 20,
});

/** Systems that provide or call interfaces, with their keys and grants. */
export const accessSystemPage = menu({
  code: 'mas_access_system_configuration_access_system',
  route: '/mas_access_system_configuration/access_system',
  parent: 'mas_access_system_configuration',
  title: { zh_CN: '接入系统', en_US: 'Systems', ja_JP: 'システム' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', key, grant, document, 'export'],
});

/** Groups of interfaces with the back-end address they share. */
export const prefixPage = menu({
  code: 'mas_access_system_configuration_interface_prefix',
  route: '/mas_access_system_configuration/interface_prefix',
  parent: 'mas_access_system_configuration',
  title: { zh_CN: '接口前缀', en_US: 'Interface prefixes', ja_JP: 'インターフェースプレフィックス' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test'],
});

/** Frame of the connections. */
export const typeConfiguration = menu({
  code: 'mas_access_type_configuration',
  route: '/mas_access_type_configuration',
  parent: 'mas',
  title: { zh_CN: '接入类型配置', en_US: 'Connections', ja_JP: '接続設定' },
  icon: 'link',
  order: 30,
});

/** Databases. */
export const databasePage = menu({
  code: 'mas_access_type_configuration_datasource',
  route: '/mas_access_type_configuration/datasource',
  parent: 'mas_access_type_configuration',
  title: { zh_CN: '数据源', en_US: 'Databases', ja_JP: 'データソース' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test', browse],
});

/** SOAP services. */
export const soapPage = menu({
  code: 'mas_access_type_configuration_soap',
  route: '/mas_access_type_configuration/soap',
  parent: 'mas_access_type_configuration',
  title: { zh_CN: 'SOAP 服务', en_US: 'SOAP services', ja_JP: 'SOAP サービス' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test', refresh, importInterfaces],
});

/** SAP systems. */
export const sapPage = menu({
  code: 'mas_access_type_configuration_sap',
  route: '/mas_access_type_configuration/sap',
  parent: 'mas_access_type_configuration',
  title: { zh_CN: 'SAP 系统', en_US: 'SAP systems', ja_JP: 'SAP システム' },
  order: 30,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test', browse, importInterfaces],
});

/** Dubbo applications and registries. */
export const dubboPage = menu({
  code: 'mas_access_type_configuration_dubbo',
  route: '/mas_access_type_configuration/dubbo',
  parent: 'mas_access_type_configuration',
  title: { zh_CN: 'Dubbo 服务', en_US: 'Dubbo services', ja_JP: 'Dubbo サービス' },
  order: 40,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', 'test', browse],
});

/** Frame of the interfaces. */
export const interfaceConfiguration = menu({
  code: 'mas_interface_configuration',
  route: '/mas_interface_configuration',
  parent: 'mas',
  title: { zh_CN: '接口配置', en_US: 'Interfaces', ja_JP: 'インターフェース設定' },
  icon: 'api',
  order: 40,
});

/** Interfaces, their versions and their workbench. */
export const interfacePage = menu({
  code: 'mas_interface_configuration_interface',
  route: '/mas_interface_configuration/interface',
  parent: 'mas_interface_configuration',
  title: { zh_CN: '接口管理', en_US: 'Interfaces', ja_JP: 'インターフェース' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'save',
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'rollback', title: { zh_CN: '回滚', en_US: 'Roll back', ja_JP: 'ロールバック' } },
    'enable',
    'disable',
    'delete',
    'restore',
    { verb: 'log', title: { zh_CN: '日志开关', en_US: 'Call log', ja_JP: 'ログ切替' } },
    { verb: 'auth', title: { zh_CN: '鉴权开关', en_US: 'Authentication', ja_JP: '認証切替' } },
    { verb: 'cache', title: { zh_CN: '缓存', en_US: 'Cache', ja_JP: 'キャッシュ' } },
    'import',
    'export',
    'test',
    { verb: 'testWrite', title: { zh_CN: '测试写操作', en_US: 'Test writes', ja_JP: '書き込みをテスト' } },
    grant,
    'copy',
    tag,
    document,
    { verb: 'record', title: { zh_CN: '用例', en_US: 'Cases', ja_JP: 'ケース' } },
  ],
});

/** Every page of the module. */
export const accessPages = [
  generalConfiguration,
  globalParamPage,
  systemConfiguration,
  accessSystemPage,
  prefixPage,
  typeConfiguration,
  databasePage,
  soapPage,
  sapPage,
  dubboPage,
  interfaceConfiguration,
  interfacePage,
] as const;
