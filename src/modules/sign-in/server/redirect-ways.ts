import type { AuthKind } from '../common/auth-config.ts';
import { oidcWay } from './oidc/oidc-way.ts';
import { casWay } from './cas/cas-way.ts';
import type { RedirectWay } from './redirect-way.ts';
import { samlWay } from './saml/saml-way.ts';

/** Ways of which the browser is sent elsewhere, by kind. */
export const redirectWays: Partial<Record<AuthKind, RedirectWay>> = { oidc: oidcWay, saml: samlWay, cas: casWay };
