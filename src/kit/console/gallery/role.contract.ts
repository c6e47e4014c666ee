import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { explainContract } from '#kit/common/role/explain.contract.ts';
import { roleContract } from '#kit/common/role/role.contract.ts';
import { galleryAuthority, galleryMembers, galleryRoles as page } from './gallery-permissions.ts';

/** The roles of the gallery. */
export const galleryRole = roleContract('gallery', {
  page: page.code,
  add: page.button.add,
  update: page.button.update,
  delete: page.button.delete,
  enable: page.button.enable,
  disable: page.button.disable,
  copy: page.button.copy,
  members: galleryMembers.code,
  assign: galleryMembers.button.assign,
  remove: galleryMembers.button.remove,
  authority: galleryAuthority.code,
  save: galleryAuthority.button.save,
  saveRange: galleryAuthority.button.saveRange,
  holders: page.code,
});

/** Why somebody may do something in the gallery. */
export const galleryRights = explainContract({ explain: page.button.explain, authority: galleryAuthority.code });

/** The permission tree of the gallery. */
export const galleryTree = endpoint({
  method: 'GET',
  path: 'gallery/resource/tree',
  summary: 'The permission tree of the gallery',
  access: { code: galleryAuthority.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    nodes: z.array(
      z.object({
        code: z.string(),
        parent: z.string().nullable(),
        kind: z.string(),
        name: z.string(),
        dangerous: z.boolean(),
        module: z.string(),
        moduleName: z.string(),
        roles: z.int(),
        words: z.array(z.string()),
      }),
    ),
  }),
});
