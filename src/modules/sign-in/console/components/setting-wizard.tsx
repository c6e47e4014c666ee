import {
  ApartmentOutlined,
  CloudOutlined,
  IdcardOutlined,
  SafetyCertificateOutlined,
  WechatWorkOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import { Form } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import type { WizardStep } from '#kit/console/wizard/wizard-step.ts';
import { authKinds, type AuthKind } from '../../common/auth-config.ts';
import { authSettingAdd, authSettingList } from '../../common/auth-setting.contract.ts';
import { setting } from '../setting-subject.ts';
import { draftOf, firstValues } from '../setting-values.ts';
import { AudienceFields, ConnectionFields, F, MatchFields } from './connection-fields.tsx';
import { TestPanel } from './test-panel.tsx';

type NewKind = Exclude<AuthKind, 'local'>;
/** Kinds that can be set up. */
const offered = ['ldap', 'ad', 'oidc', 'saml', 'cas', 'wechat'] as const satisfies readonly NewKind[];

const icons: Record<NewKind, ReactNode> = {
  ldap: <ApartmentOutlined aria-hidden="true" />,
  ad: <WindowsOutlined aria-hidden="true" />,
  oidc: <CloudOutlined aria-hidden="true" />,
  saml: <SafetyCertificateOutlined aria-hidden="true" />,
  cas: <IdcardOutlined aria-hidden="true" />,
  wechat: <WechatWorkOutlined aria-hidden="true" />,
};

/** The kind that the address names, if it is one that can be set up. */
export const kindIn = (word: string | null): NewKind | undefined =>
  authKinds.find((kind): kind is NewKind => kind !== 'local' && kind === word);

/** What is to be connected: the first question of a new setting. */
export function KindCards({ onChoose }: { onChoose: (kind: NewKind) => void }): ReactElement {
  const t = useT('sign-in');
  return (
    <section className="whk-panel signin-kinds" aria-label={t('wizard.kind')}>
      <h2>{t('wizard.kind')}</h2>
      <div>
        {offered.map((kind) => (
          <button key={kind} type="button" onClick={() => onChoose(kind)}>
            {icons[kind]}
            <strong>{t(`authSetting.kind.${kind}`)}</strong>
            <span>{t(`wizard.${kind}`)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

interface SettingWizardProps {
  kind: NewKind;
  onDone: (id: string) => void;
  onCancel: () => void;
}

/** A new setting: connect, map, test, audience. It is stored disabled. */
export function SettingWizard({ kind, onDone, onCancel }: SettingWizardProps): ReactElement {
  const t = useT('sign-in');
  const step = (key: 'connect' | 'map' | 'test' | 'audience', fields: ReactNode): WizardStep => ({
    key,
    title: t(`wizard.${key}`),
    hint: t(`wizard.${key}Hint`),
    fields,
  });
  return (
    <SubjectContext value={setting}>
      <Wizard
        endpoint={authSettingAdd}
        title={t('wizard.title', { kind: t(`authSetting.kind.${kind}`) })}
        action={() => t('wizard.add')}
        initial={firstValues[kind]}
        input={(values) => draftOf(kind, values)}
        steps={[
          step(
            'connect',
            <>
              <F.name as="local" />
              <F.code help={t('authSetting.codeHelp')} />
              <ConnectionFields kind={kind} />
            </>,
          ),
          step('map', <MatchFields />),
          { ...step('test', <TestStep kind={kind} />), review: () => <p>{t('wizard.tested')}</p> },
          step('audience', <AudienceFields />),
        ]}
        invalidates={[authSettingList]}
        onDone={({ id }) => onDone(id)}
        onCancel={onCancel}
      />
    </SubjectContext>
  );
}

/** Tries what stands in the form. */
function TestStep({ kind }: { kind: NewKind }): ReactElement {
  const form = Form.useFormInstance();
  return (
    <div className="whk-full">
      <TestPanel kind={kind} subject={() => ({ draft: draftOf(kind, form.getFieldsValue(true) as FormValues) })} />
    </div>
  );
}
