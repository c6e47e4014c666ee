import { Form, Select } from 'antd';
import { useId, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { pick } from '#kit/common/language.ts';
import { userSourceList } from '../../common/app-login.contract.ts';

/** Begins a directory with how a source of people reaches it; the password is entered again. */
export function SourceChoice({ kind }: { kind: 'ldap' | 'ad' }): ReactElement | null {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const form = Form.useFormInstance();
  const field = useId();
  const { data } = useRead(userSourceList, {});
  const sources = (data ?? []).filter((one) => one.kind === kind && one.connection !== null);
  if (sources.length === 0) return null;
  const take = (id: string): void => {
    const connection = sources.find((one) => one.id === id)?.connection;
    if (!connection) return;
    const { servers, ...rest } = connection;
    form.setFieldsValue({ ...rest, servers: servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`) });
  };
  return (
    <Form.Item label={t('authSetting.fromSource')} htmlFor={field} extra={t('authSetting.fromSourceHelp')}>
      <Select<string>
        id={field}
        placeholder={t('authSetting.fromSourceChoose')}
        options={sources.map((one) => ({ value: one.id, label: pick(one.name, language) }))}
        onChange={take}
      />
    </Form.Item>
  );
}
