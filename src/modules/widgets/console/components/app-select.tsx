import { Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { app } from '#modules/apps/common/app.contract.ts';

interface AppSelectProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (value: string | null) => void;
  /** What stands beside it where no form does. */
  readonly label?: string;
}

function useApps(): { id: string; appKey: string; name: string }[] {
  const [language] = useLanguage();
  const { data } = useRead(app.list, { pageSize: 200 });
  return (data?.list ?? []).map((one) => ({ id: one.id, appKey: one.appKey, name: pick(one.name, language) }));
}

/** Chooses an app by its key. */
export function AppKeySelect(props: AppSelectProps): ReactElement {
  const options = useApps().map(({ appKey, name }) => ({ value: appKey, label: `${name} (${appKey})` }));
  return <Chosen {...props} options={options} />;
}

/** Chooses an app by its id. */
export function AppSelect(props: AppSelectProps): ReactElement {
  const options = useApps().map(({ id, name }) => ({ value: id, label: name }));
  return <Chosen {...props} options={options} />;
}

function Chosen({
  id,
  value,
  disabled,
  onChange,
  label,
  options,
}: AppSelectProps & { options: { value: string; label: string }[] }): ReactElement {
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label, placeholder: label })}
      className="widgets-app"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled ?? false}
      value={value ?? undefined}
      options={options}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
