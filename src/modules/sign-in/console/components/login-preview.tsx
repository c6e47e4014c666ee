import type { ReactElement } from 'react';
import { LoginApp } from '#kit/console/login/login-app.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import './sign-in.css';

/** The login page itself, as it is drawn with the present settings; nothing in it can be reached. */
export function LoginPreview(): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <p className="signin-hint">{t('preview.hint')}</p>
      <div className="signin-preview" inert>
        <LoginApp preview />
      </div>
    </>
  );
}
