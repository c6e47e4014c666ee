import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { pick } from '#kit/common/language.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { widget, widgetCategory } from '../../common/widget.contract.ts';
import { bridgeCalls, widgetKinds } from '../../common/widget-words.ts';
import { IconInput } from './icon-input.tsx';
import './widgets.css';

const F = entityFields(widget);

/** What is entered of a widget; identifier and type are entered once. */
export function WidgetForm({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('widgets');
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('kind', form);
  const place = '{widgetTicket}';
  return (
    <>
      <F.name />
      {isNew && <F.widgetIdentifier help={t('widget.identifierHelp')} />}
      {isNew && (
        <F.kind>
          <Select options={widgetKinds.map((value) => ({ value, label: t(`widget.kind.${value}`) }))} />
        </F.kind>
      )}
      <F.icon>
        <IconInput />
      </F.icon>
      <F.categoryId>
        <CategorySelect />
      </F.categoryId>
      <F.ownerDeptId />
      <F.description />
      <F.platforms>
        <Select mode="multiple" options={platforms.map((value) => ({ value, label: platformNames[value] }))} />
      </F.platforms>
      {kind !== 'package' && (
        <>
          <F.mobileLink as="text" help={kind === 'link' ? t('widget.linkHelp', { place }) : undefined} />
          <F.pcLink as="text" help={kind === 'link' ? t('widget.linkHelp', { place }) : undefined} />
        </>
      )}
      <F.audience />
      <F.open />
      <F.orientation />
      <F.signIn />
      <F.hosts />
      <F.bridge>
        <Select mode="multiple" options={bridgeCalls.map((value) => ({ value, label: t(`widget.bridge.${value}`) }))} />
      </F.bridge>
      <F.badgeLink as="text" />
      <F.contacts />
    </>
  );
}

interface CategorySelectProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (value: string | null) => void;
}

function CategorySelect({ id, value, disabled, onChange }: CategorySelectProps): ReactElement {
  const [language] = useLanguage();
  const { data } = useRead(widgetCategory.list, { pageSize: 100 });
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      disabled={disabled ?? false}
      value={value ?? undefined}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
