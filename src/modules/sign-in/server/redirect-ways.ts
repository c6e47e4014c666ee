import type { AuthKind } from '../common/auth-config.ts';
import type { RedirectWay } from './redirect-way.ts';

/** Ways of which the browser is sent elsewhere, by kind. Their libraries are loaded when one is used: most installations use one or none. */
export const redirectWays: Partial<Record<AuthKind, () => Promise<RedirectWay>>> = {
  oidc: async () => (await import('./oidc/oidc-way.ts')).oidcWay,
  saml: async () => (await import('./saml/saml-way.ts')).samlWay,
  cas: async () => (await import('./cas/cas-way.ts')).casWay,
  wechat: async () => (await import('./wechat/wechat-way.ts')).wechatWay,
};
