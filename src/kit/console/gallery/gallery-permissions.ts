import { menu } from '#kit/common/permission.ts';

/** The page whose buttons the parts show. What is not granted stands apart, so that its absence can be seen. */
export const galleryPage = menu({
  code: 'gallery_parts',
  route: '/parts',
  title: { zh_CN: '组件展示', en_US: 'Gallery', ja_JP: 'ギャラリー' },
  order: 1,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'import', 'export', 'move', 'revert', 'test', 'copy', 'reorder'],
});

/** Roles of the gallery: their page, and the tabs of a role. */
export const galleryRoles = menu({
  code: 'gallery_roles',
  route: '/roles',
  title: { zh_CN: '角色', en_US: 'Roles', ja_JP: 'ロール' },
  order: 2,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy', 'explain'],
});
/** Who holds a role. */
export const galleryMembers = menu({
  code: 'gallery_role_members',
  route: '/roles/members',
  parent: galleryRoles.code,
  nested: true,
  title: { zh_CN: '成员', en_US: 'Members', ja_JP: 'メンバー' },
  order: 1,
  buttons: ['assign', 'remove'],
});
/** What a role grants. */
export const galleryAuthority = menu({
  code: 'gallery_role_authority',
  route: '/roles/authority',
  parent: galleryRoles.code,
  nested: true,
  title: { zh_CN: '权限与范围', en_US: 'Permissions and range', ja_JP: '権限と範囲' },
  order: 2,
  buttons: ['save', 'saveRange'],
});

/** Everything that is granted in the gallery. */
export const galleryResources = [galleryPage, galleryRoles, galleryMembers, galleryAuthority];
