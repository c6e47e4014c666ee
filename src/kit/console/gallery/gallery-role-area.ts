import { subject } from '../page/subject.ts';
import type { RoleArea } from '../roles/role-area.ts';
import { galleryRoles } from './gallery-permissions.ts';
import { galleryRights, galleryRole, galleryTree } from './role.contract.ts';

/** The roles of the gallery, for the parts that all areas of roles share. */
export const galleryRoleArea: RoleArea = {
  contract: galleryRole,
  rights: galleryRights,
  tree: galleryTree,
  subject: subject('gallery', 'role'),
  page: galleryRoles.code.replaceAll('_', '-'),
};
