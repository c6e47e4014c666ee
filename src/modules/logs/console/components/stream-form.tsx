import { Checkbox, Input, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CrudEndpoints } from '#kit/console/crud/crud-endpoints.ts';
import { CrudForms } from '#kit/console/crud/crud-form.tsx';
import { useRead } from '#kit/console/page/query.ts';
import type { Chosen } from '#kit/console/page/use-chosen.ts';
import { actorKinds, operationTerms, results } from '../../common/operation-log.contract.ts';
import { streamDraft, type StreamRow, type streamFilter } from '../../common/stream.contract.ts';
import type { z } from 'zod';
import { stream } from '../subjects.ts';

const F = fieldsOf(streamDraft);
const severities = [6, 5, 4, 3] as const;

interface StreamFormsProps {
  endpoints: CrudEndpoints;
  chosen: Chosen;
  edited: StreamRow | undefined;
  onEdited: () => void;
}

/** The forms of a receiver: a new one, and the one that is changed. */
export function StreamForms({ endpoints, chosen, edited, onEdited }: StreamFormsProps): ReactElement {
  return (
    <CrudForms
      endpoints={endpoints}
      subject={stream}
      chosen={chosen}
      edited={edited}
      onEdited={onEdited}
      valuesOf={undefined}
      fields={(row) => <Fields hasKey={(row as StreamRow | undefined)?.hasKey ?? false} />}
    />
  );
}

function Fields({ hasKey }: { hasKey: boolean }): ReactElement {
  const t = useT('logs');
  const options = severities.map((value) => ({ value, label: t(`stream.minSeverity.${value}`) }));
  return (
    <>
      <Part title={t('stream.group.receiver')}>
        <F.name />
        <F.host />
        <F.port />
        <F.transport as="radio" />
        <F.allowPlain />
      </Part>
      <Part title={t('stream.group.what')}>
        <F.kinds wide />
        <F.minSeverity>
          <Select options={options} />
        </F.minSeverity>
        <F.filter wide>
          <FilterInput />
        </F.filter>
      </Part>
      <Part title={t('stream.group.style')}>
        <F.format as="radio" />
        <F.framing as="radio" />
        <F.appName />
        <F.facility />
        <F.enterpriseId />
        <F.maxBytes />
        <F.bom />
      </Part>
      <Part title={t('stream.group.tls')}>
        <F.ca as="area" />
        <F.clientCert as="area" />
        <F.clientKey as="area" {...(hasKey && { placeholder: t('stream.keyKept') })} />
      </Part>
    </>
  );
}

/** Fields that belong together, below their heading. */
function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <>
      <h3 className="wl-form-part whk-wide">{title}</h3>
      {children}
    </>
  );
}

type Filter = z.output<typeof streamFilter>;

/** Which operations are sent; of what is left empty all. */
function FilterInput({ value, onChange }: { value?: Filter; onChange?: (value: Filter) => void }): ReactElement {
  const t = useT('logs');
  const { data, isPending } = useRead(operationTerms, {});
  const filter = value ?? {};
  const put = (change: Partial<Record<keyof Filter, unknown>>): void => {
    const entries = Object.entries({ ...filter, ...change });
    const set = entries.filter(([, one]) => one !== undefined && one !== false && !(Array.isArray(one) && one.length === 0));
    onChange?.(Object.fromEntries(set) as Filter);
  };
  const choices = [
    { name: 'module', label: t('stream.filter.modules'), options: data?.modules },
    { name: 'word', label: t('stream.filter.words'), options: data?.words },
    { name: 'objectKind', label: t('stream.filter.objectKinds'), options: data?.kinds },
    {
      name: 'actorKind',
      label: t('stream.filter.actorKinds'),
      options: actorKinds.map((code) => ({ code, name: t(`operation.actorKind.${code}`) })),
    },
    { name: 'result', label: t('stream.filter.results'), options: results.map((code) => ({ code, name: t(`operation.result.${code}`) })) },
  ] as const;
  return (
    <div className="wl-stream-filter">
      {choices.map(({ name, label, options }) => (
        <Select<string[]>
          key={name}
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          loading={isPending}
          optionFilterProp="label"
          aria-label={label}
          placeholder={label}
          value={filter[name] ?? []}
          options={(options ?? []).map((one) => ({ value: one.code, label: one.name }))}
          onChange={(chosen) => put({ [name]: chosen })}
        />
      ))}
      <Input
        allowClear
        aria-label={t('operation.filter.address')}
        placeholder={t('operation.filter.address')}
        maxLength={64}
        value={filter.address ?? ''}
        onChange={({ target }) => put({ address: target.value.trim() || undefined })}
      />
      <Checkbox checked={filter.dangerous === true} onChange={({ target }) => put({ dangerous: target.checked || undefined })}>
        {t('stream.filter.dangerousOnly')}
      </Checkbox>
    </div>
  );
}
