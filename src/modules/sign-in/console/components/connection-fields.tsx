import { Form } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { AuthKind } from '../../common/auth-config.ts';
import { settingFields } from '../setting-values.ts';
import { SourceChoice } from './source-choice.tsx';
import { PeopleInput } from './people-input.tsx';

/** The fields of a sign-in setting. */
export const F = fieldsOf(settingFields);

/** How the other system is reached, by kind. */
export function ConnectionFields({ kind }: { kind: AuthKind }): ReactElement | null {
  const Fields = fieldsFor[kind];
  return Fields ? <Fields kind={kind} /> : null;
}

function DirectoryFields({ kind }: { kind: AuthKind }): ReactElement {
  const t = useT('sign-in');
  const security: unknown = Form.useWatch('security');
  const mode: unknown = Form.useWatch('mode');
  return (
    <>
      <SourceChoice kind={kind === 'ad' ? 'ad' : 'ldap'} />
      <F.servers wide help={t('authSetting.serversHelp')} />
      <F.security as="radio" help={security === 'plain' ? t('authSetting.plainHelp') : undefined} />
      {security !== 'plain' && <F.ca as="area" help={t('authSetting.caHelp')} />}
      <F.baseDn as="text" wide />
      <F.mode as="radio" />
      {mode === 'pattern' ? (
        <F.pattern wide help={t('authSetting.patternHelp')} />
      ) : (
        <>
          <F.bindDn as="text" help={t('authSetting.bindHelp')} />
          <F.secret as="secret" label={t('authSetting.bindPassword')} />
        </>
      )}
      <F.filter as="text" wide help={t('authSetting.filterHelp')} />
    </>
  );
}

function ProviderFields(): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <F.issuer as="text" wide help={t('authSetting.issuerHelp')} />
      <F.clientId />
      <F.secret as="secret" label={t('authSetting.clientSecret')} />
      <F.scopes wide />
      <F.signOut help={t('authSetting.signOutHelp')} />
      <F.ca as="area" help={t('authSetting.caHelp')} />
    </>
  );
}

function SamlFields(): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <F.entryPoint as="text" wide help={t('authSetting.entryPointHelp')} />
      <F.idpIssuer as="text" wide help={t('authSetting.idpIssuerHelp')} />
      <F.certificates as="area" wide help={t('authSetting.certificatesHelp')} />
      <F.entityId as="text" wide help={t('authSetting.entityIdHelp')} />
      <F.logoutUrl as="text" wide help={t('authSetting.logoutUrlHelp')} />
    </>
  );
}

function CasFields(): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <F.server as="text" wide help={t('authSetting.serverHelp')} />
      <F.signOut help={t('authSetting.signOutCasHelp')} />
      <F.ca as="area" help={t('authSetting.caHelp')} />
    </>
  );
}

function WechatFields(): ReactElement {
  const t = useT('sign-in');
  return <p className="signin-hint">{t('authSetting.wechatConnect')}</p>;
}

const fieldsFor: Readonly<Partial<Record<AuthKind, (props: { kind: AuthKind }) => ReactElement>>> = {
  ldap: DirectoryFields,
  ad: DirectoryFields,
  oidc: ProviderFields,
  saml: SamlFields,
  cas: CasFields,
  wechat: WechatFields,
};

/** Who is who: an attribute there, a field of the employee here. */
export function MatchFields(): ReactElement {
  const t = useT('sign-in');
  return (
    <>
      <F.attribute help={t('authSetting.attributeHelp')} />
      <F.field />
      <F.assurance wide help={t('authSetting.assuranceHelp')} />
    </>
  );
}

/** Where the way is offered, and under which name. */
export function AudienceFields(): ReactElement {
  const t = useT('sign-in');
  const audience: unknown = Form.useWatch('audience');
  return (
    <>
      <F.audience as="radio" />
      {audience !== 'console' && <F.platforms wide />}
      <F.people wide help={t('authSetting.peopleHelp')}>
        <PeopleInput />
      </F.people>
      <F.label as="local" help={t('authSetting.labelHelp')} />
    </>
  );
}
