import { useState, type ReactElement } from 'react';
import type { ProductConfig } from '#kit/common/product/product-config.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { LoginApp } from '#kit/console/login/login-app.tsx';
import { LookContext } from '#kit/console/login/look.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { propertyList } from '#modules/property/common/property.contract.ts';
import { propertyValueSet } from '#modules/property/common/value.contract.ts';
import { LoginLook } from './login-look.tsx';
import './sign-in.css';

/** The login page itself, as it is drawn with the present settings, and how it looks, which is changed beside it; nothing in it can be reached. */
export function LoginPreview(): ReactElement {
  const t = useT('sign-in');
  const may = useMay();
  const [tried, setTried] = useState<Partial<ProductConfig>>();
  return (
    <>
      <p className="signin-hint">{t('preview.hint')}</p>
      {may(propertyList) && may(propertyValueSet) && <LoginLook onTry={setTried} />}
      <div className="signin-preview" inert>
        <LookContext value={tried}>
          <LoginApp preview />
        </LookContext>
      </div>
    </>
  );
}
