/** Drawings that a way to sign in may have on the login page. */
export const wayIcons = ['local', 'ldap', 'ad', 'oidc', 'saml', 'cas', 'wechat', 'key', 'company', 'globe'] as const;
