import { menu } from '#kit/common/permission.ts';

const button = <const V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ verb, title: { zh_CN, en_US, ja_JP } }) as const;

/** Named groups of addresses: offices, networks of partners, addresses from which nobody comes in. */
export const addressGroupPage = menu({
  code: 'msm_device_safety_ip_address_group_detail',
  route: '/msm_device_safety/ip_address_group_detail',
  parent: 'msm_device_safety',
  title: { zh_CN: 'IP 地址组', en_US: 'Address groups', ja_JP: 'IP アドレスグループ' },
  order: 80,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'import',
    'export',
    button('addGroup', '新增地址组', 'Add group', 'グループを追加'),
    button('updateGroup', '编辑地址组', 'Edit group', 'グループを編集'),
    { ...button('deleteGroup', '删除地址组', 'Delete group', 'グループを削除'), dangerous: true },
  ],
});
