import { z } from 'zod';
import { platformNumber, platforms } from '#kit/common/client/platforms.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, localText, place, refers, value } from '#kit/common/crud/fields.ts';
import { loginPagePage as page } from './permissions.ts';

/** Where a link of the login page leads. */
export const linkKinds = ['forgotPassword', 'register', 'help', 'agreement', 'privacy', 'custom'] as const;
/** Links of one app. */
export const mostLinks = 10;

/** Platforms on which something holds, none twice. */
export const platformList = z
  .array(platformNumber())
  .min(1)
  .max(platforms.length)
  .transform((all) => platforms.filter((one) => all.includes(one)));

/** An address that a login page may open: https without credentials, mailto or tel. */
const address = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    if (/^tel:\+?[\d ()-]{3,20}$/.test(text)) return true;
    if (text.startsWith('mailto:')) return z.email().safeParse(text.slice('mailto:'.length)).success;
    const url = URL.parse(text);
    return url?.protocol === 'https:' && url.username === '' && url.password === '';
  });

/** A link of the login page of an app. */
export const loginLink = crudContract({
  module: 'app-settings',
  kind: 'loginLink',
  path: 'mam/loginLink',
  title: { zh_CN: '登录页链接', en_US: 'Login link', ja_JP: 'ログイン画面のリンク' },
  page: {
    code: page.code,
    button: { add: page.button.addLink, update: page.button.updateLink, delete: page.button.deleteLink, reorder: page.button.sortLink },
  },
  scope: 'inside',
  fields: {
    name: localText(40).searched(),
    appId: refers('app').immutable().filtered(),
    kind: choice(linkKinds),
    address: value(address, z.string()).example('https://example.com/help'),
    platforms: value(platformList, z.array(platformNumber()))
      .default([...platforms])
      .example([1, 2]),
    priority: place(),
    enabled: bool().default(true),
  },
  also: ['reorder'],
  without: ['enable', 'disable'],
  operations: { reorder: { path: 'mam/loginLink/sort' } },
});
/** A link in the list. */
export type LoginLinkRow = CrudRow<typeof loginLink>;
