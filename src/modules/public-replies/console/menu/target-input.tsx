import { Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { ContentPicker } from '#modules/public-content/console/public.ts';
import { widget } from '#modules/widgets/common/widget.contract.ts';
import { menuRules, type MenuTarget } from '../../common/menu/menu.contract.ts';
import { menuKinds, type MenuKind } from '../../common/menu/words.ts';
import { plainTarget } from './menu-draft.ts';

interface TargetInputProps {
  readonly snoId: string;
  readonly target: MenuTarget | null;
  readonly disabled: boolean;
  readonly onChange: (target: MenuTarget | null) => void;
}

/** Where an entry leads: the kind first, then what of it. Until something is chosen it leads nowhere. */
export function TargetInput({ snoId, target, disabled, onChange }: TargetInputProps): ReactElement {
  const t = useT('public-replies');
  const [kind, setKind] = useState<MenuKind | undefined>(target?.kind);
  const choose = (next: MenuKind | undefined): void => {
    setKind(next);
    onChange(next === undefined ? null : (plainTarget(next) ?? null));
  };
  const of = { disabled, onChange };
  return (
    <>
      <Select<MenuKind>
        className="rep-wide"
        aria-label={t('snoMenu.kind')}
        placeholder={t('snoMenu.none')}
        allowClear
        disabled={disabled}
        value={kind ?? null}
        options={menuKinds.map((one) => ({ value: one, label: t(`snoMenu.target.${one}`) }))}
        onChange={(next?: MenuKind) => choose(next)}
      />
      {kind === 'link' && <Link url={target?.kind === 'link' ? target.url : ''} {...of} />}
      {kind === 'content' && (
        <ContentPicker
          snoId={snoId}
          value={target?.kind === 'content' ? target.ref : null}
          onChange={(ref) => onChange(ref === null ? null : { kind, ref })}
        />
      )}
      {kind === 'app' && <AppChoice value={target?.kind === 'app' ? target.appKey : undefined} {...of} />}
      {kind === 'widget' && <WidgetChoice value={target?.kind === 'widget' ? target.widgetId : undefined} {...of} />}
      {kind === 'reply' && <RuleChoice snoId={snoId} value={target?.kind === 'reply' ? target.ruleId : undefined} {...of} />}
    </>
  );
}

type PartProps = Pick<TargetInputProps, 'disabled' | 'onChange'>;

function Link({ url, disabled, onChange }: PartProps & { readonly url: string }): ReactElement {
  const t = useT('public-replies');
  return (
    <>
      <Input
        type="url"
        aria-label={t('snoMenu.url')}
        placeholder="https://"
        maxLength={2000}
        disabled={disabled}
        value={url}
        onChange={(event) => onChange(event.target.value === '' ? null : { kind: 'link', url: event.target.value })}
      />
      <small>{t('snoMenu.urlHint')}</small>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly disabled: boolean;
  readonly onChoose: (value: string | undefined) => void;
}

/** One of a few; what was chosen and is not among them is shown as it is. */
function Choice({ label, value, options, disabled, onChoose }: ChoiceProps): ReactElement {
  return (
    <Select<string>
      className="rep-wide"
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={options === undefined}
      disabled={disabled}
      value={value ?? null}
      options={[...(options ?? [])]}
      onChange={(next?: string) => onChoose(next)}
    />
  );
}

const page = { pageNum: 1, pageSize: 1000 };

function AppChoice({ value, disabled, onChange }: PartProps & { readonly value: string | undefined }): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const { data } = useRead(app.list, page);
  const options = data?.list.map(({ appKey, name }) => ({ value: appKey, label: pick(name, language) }));
  return (
    <Choice
      label={t('snoMenu.app')}
      {...{ value, options, disabled }}
      onChoose={(appKey) => onChange(appKey === undefined ? null : { kind: 'app', appKey })}
    />
  );
}

function WidgetChoice({ value, disabled, onChange }: PartProps & { readonly value: string | undefined }): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const { data } = useRead(widget.list, page);
  const options = data?.list.map(({ id, name }) => ({ value: id, label: pick(name, language) }));
  return (
    <Choice
      label={t('snoMenu.widget')}
      {...{ value, options, disabled }}
      onChoose={(widgetId) => onChange(widgetId === undefined ? null : { kind: 'widget', widgetId })}
    />
  );
}

function RuleChoice({
  snoId,
  value,
  disabled,
  onChange,
}: PartProps & { readonly snoId: string; readonly value: string | undefined }): ReactElement {
  const t = useT('public-replies');
  const { data } = useRead(menuRules, { snoId });
  const options = data?.list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Choice
      label={t('snoMenu.rule')}
      {...{ value, options, disabled }}
      onChoose={(ruleId) => onChange(ruleId === undefined ? null : { kind: 'reply', ruleId })}
    />
  );
}
