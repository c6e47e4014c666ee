import { Alert, App, Button, Form, Input, Select, Upload } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { languages } from '#kit/common/language.ts';
import { isProductItem, type ProductConfig } from '#kit/common/product/product-config.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { call } from '#kit/console/call/call.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { propertyList } from '#modules/property/common/property.contract.ts';
import { propertyValues, propertyValueSet } from '#modules/property/common/value.contract.ts';
import { logoOf } from './logo-of.ts';

const seen = ['org', 'menuTitle', 'loginFooter', 'loginLogo', 'loginBackground'] as const;
const names = [...seen, 'mainLanguage'] as const;
type Name = (typeof names)[number];
type Look = Partial<Pick<ProductConfig, (typeof seen)[number]>>;

/** How the login page looks: company, title, footer, logo and background, shown in the preview at once and stored as values of the site. */
export function LoginLook({ onTry }: { onTry: (look: Look) => void }): ReactElement {
  const t = useT('sign-in');
  const k = useT('kit');
  const { message } = App.useApp();
  const read = useRead(propertyList, { namespace: 'console', pageSize: 100 });
  const [changed, setChanged] = useState<Partial<Record<Name, string>>>({});
  const { save, saving, issues } = useSave(propertyValueSet, { message: null });
  const rows = new Map(read.data?.list.map((row) => [row.key, row]));
  const valueOf = (name: Name): string => changed[name] ?? String(rows.get(name)?.value ?? '');
  const touched = Object.keys(changed).length > 0;
  useLeaveGuard(touched);
  const now = JSON.stringify(seen.map(valueOf));
  useEffect(() => {
    if (read.data) onTry(Object.fromEntries(seen.map((name) => [name, valueOf(name)])));
    // What is shown is the event.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [now, read.data]);
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <WaitingForm lines={3} />;
  const set = (name: Name, value: string): void => setChanged({ ...changed, [name]: value });
  const wrong = names.filter((name) => changed[name] !== undefined && !isProductItem(name, changed[name]));
  const store = async (): Promise<void> => {
    for (const name of names) {
      const row = rows.get(name);
      const value = changed[name];
      if (!row || value === undefined) continue;
      const { list } = await call(propertyValues, { propertyId: row.id, scopeKind: 'site' }, { silent: true });
      const [site] = list;
      const saved = await save({ propertyId: row.id, scopeKind: 'site', value, ...(site && { version: site.version }) });
      if (!saved) return;
    }
    await read.refetch();
    setChanged({});
    void message.success(t('look.saved'));
  };
  return (
    <Form layout="vertical" className="signin-look">
      <Form.Item label={t('look.org')} htmlFor="look-org">
        <Input id="look-org" maxLength={100} value={valueOf('org')} onChange={({ target }) => set('org', target.value)} />
      </Form.Item>
      <Form.Item label={t('look.menuTitle')} htmlFor="look-title" extra={t('look.menuTitleHelp')}>
        <Input id="look-title" maxLength={100} value={valueOf('menuTitle')} onChange={({ target }) => set('menuTitle', target.value)} />
      </Form.Item>
      <MainLanguage value={valueOf('mainLanguage')} onChange={(value) => set('mainLanguage', value)} />
      <Form.Item label={t('look.loginFooter')} htmlFor="look-footer">
        <Input
          id="look-footer"
          maxLength={300}
          value={valueOf('loginFooter')}
          onChange={({ target }) => set('loginFooter', target.value)}
        />
      </Form.Item>
      <Form.Item label={t('look.loginLogo')} extra={t('look.loginLogoHelp')}>
        <Upload
          accept="image/png,image/webp,image/jpeg"
          showUploadList={false}
          beforeUpload={(file) => {
            logoOf(file).then(
              (logo) => set('loginLogo', logo),
              () => void message.error(t('look.noPicture')),
            );
            return Upload.LIST_IGNORE;
          }}
        >
          <Button>{t('look.choose')}</Button>
        </Upload>{' '}
        {valueOf('loginLogo') !== '' && <Button onClick={() => set('loginLogo', '')}>{t('factor.remove')}</Button>}
      </Form.Item>
      <Form.Item label={t('look.loginBackground')} htmlFor="look-ground">
        <input
          id="look-ground"
          type="color"
          value={valueOf('loginBackground') || '#10233d'}
          onChange={({ target }) => set('loginBackground', target.value)}
        />{' '}
        {valueOf('loginBackground') !== '' && <Button onClick={() => set('loginBackground', '')}>{t('look.usual')}</Button>}
      </Form.Item>
      {wrong.includes('loginBackground') && <Alert type="warning" showIcon role="alert" title={t('look.tooBright')} />}
      {wrong.includes('loginLogo') && <Alert type="warning" showIcon role="alert" title={t('look.noPicture')} />}
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map((issue) => issue.message).join(' ')} />}
      <div className="whk-form-foot">
        <span />
        {touched && <Button onClick={() => setChanged({})}>{k('settings.reset')}</Button>}
        <OffButton type="primary" off={!touched ? 'nothing' : wrong.length > 0 && 'fields'} loading={saving} onClick={() => void store()}>
          {k('form.save')}
        </OffButton>
      </div>
    </Form>
  );
}

/** The language in which names must be given. */
function MainLanguage({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactElement {
  const t = useT('sign-in');
  const k = useT('kit');
  const options: { value: string; label: string }[] = languages.map((one) => ({ value: one, label: k(`lang.${one}`) }));
  return (
    <Form.Item label={t('look.mainLanguage')} htmlFor="look-language" extra={t('look.mainLanguageHelp')}>
      <Select id="look-language" value={value} options={[{ value: '', label: t('look.anyLanguage') }, ...options]} onChange={onChange} />
    </Form.Item>
  );
}
