import { enumeration, type Enumeration } from '#kit/common/enumeration.ts';

/** Enumerations of signing in. */
export const signInEnumerations: readonly Enumeration[] = [
  enumeration('authKind', [
    ['local', '账号与密码', 'Account and password', 'アカウントとパスワード'],
    ['ldap', 'LDAP', 'LDAP', 'LDAP'],
    ['ad', 'Active Directory', 'Active Directory', 'Active Directory'],
    ['oidc', 'OpenID Connect', 'OpenID Connect', 'OpenID Connect'],
    ['saml', 'SAML 2.0', 'SAML 2.0', 'SAML 2.0'],
    ['cas', 'CAS 3.0', 'CAS 3.0', 'CAS 3.0'],
    ['wechat', '企业微信', 'WeCom', 'WeCom'],
  ]),
  enumeration('authAudience', [
    ['console', '控制台', 'Console', 'コンソール'],
    ['terminals', '终端', 'Terminals', '端末'],
    ['both', '控制台和终端', 'Console and terminals', 'コンソールと端末'],
  ]),
  enumeration('factorKind', [
    ['totp', '验证器应用', 'Authenticator app', '認証アプリ'],
    ['passkey', '通行密钥', 'Passkey', 'パスキー'],
  ]),
];
