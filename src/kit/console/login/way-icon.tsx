import type { ReactElement } from 'react';
import { LineIcon } from './line-icon.tsx';

/** Drawings of ways to sign in, by name. A setting may choose another one than its kind's. */
const paths: Readonly<Record<string, string>> = {
  local: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM5 20c1-4 4-5.5 7-5.5s6 1.5 7 5.5',
  ldap: 'M9 3h6v5H9ZM3 16h6v5H3ZM15 16h6v5h-6ZM12 8v4M6 16v-4h12v4',
  ad: 'M4 5.5 11 4.5V11.5H4ZM13 4.2 20 3.2V11.5H13ZM4 13.5H11V19.5L4 18.5ZM13 13.5H20V20.8L13 19.8Z',
  oidc: 'M7 18a4 4 0 0 1-.5-7.97A5.5 5.5 0 0 1 17 9a4.5 4.5 0 0 1 0 9Z',
  saml: 'M12 3 4.5 6v5.5c0 4.5 3 8 7.5 9.5 4.5-1.5 7.5-5 7.5-9.5V6ZM8.5 12l2.5 2.5 4.5-5',
  cas: 'M3 6h18v12H3ZM8 9.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM5 16c.5-1.6 5.5-1.6 6 0M14 10h4M14 14h4',
  wechat: 'M4 5h16v11H11l-4 3.5V16H4ZM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12l9-9M16 7l3 3',
  company: 'M4 21V4h10v17M14 9h6v12M2 21h20M8 8h2M8 12h2M8 16h2',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
};

/** The drawing of a way. */
export function WayIcon({ name }: { name: string }): ReactElement {
  return (
    <LineIcon>
      <path d={paths[name] ?? paths['key']} />
    </LineIcon>
  );
}
