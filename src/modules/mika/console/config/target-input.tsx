import { Input, Segmented } from 'antd';
import { useEffect, useEffectEvent, useId, type ReactElement } from 'react';
import type { z } from 'zod';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { apiInterface } from '#modules/access/common/interface.contract.ts';
import { HoursRows } from '#modules/public-accounts/console/public.ts';
import { widget } from '#modules/widgets/common/widget.contract.ts';
import type { target } from '../../common/fields.ts';
import { answerLooks, type SceneKind } from '../../common/words.ts';
import type { InputOf } from './input-of.ts';
import { LocalLines } from './local-lines.tsx';
import { ParamsInput } from './params-input.tsx';

/** What a scene does, while it is written. */
export type TargetDraft = z.input<typeof target>;
type Of<K extends TargetDraft['kind']> = Extract<TargetDraft, { kind: K }>;
interface PartProps<K extends TargetDraft['kind']> {
  readonly value: Of<K>;
  readonly set: (part: Partial<Of<K>>) => void;
}

/** What a scene of a kind begins with. */
function freshTarget(kind: SceneKind): TargetDraft {
  if (kind === 'interface') return { kind, interfaceId: '', template: { zh_CN: '' } };
  if (kind === 'form') return { kind, systemCode: '', templateCode: '' };
  if (kind === 'widget') return { kind, widgetId: '' };
  return kind === 'handover' ? { kind } : { kind: 'answer', text: { zh_CN: '' } };
}

const base = <T extends Partial<Record<string, string>>>(text: T): T & { zh_CN: string } => ({ ...text, zh_CN: text['zh_CN'] ?? '' });

/** What a scene does, by its kind. */
export function TargetInput({ value, onChange, id, kind }: InputOf<TargetDraft> & { kind: SceneKind | undefined }): ReactElement {
  const now = value && (kind === undefined || value.kind === kind) ? value : freshTarget(kind ?? 'answer');
  const begin = useEffectEvent(() => {
    if (kind !== undefined && value?.kind !== kind) onChange?.(freshTarget(kind));
  });
  // Another type begins with what it needs.
  useEffect(() => begin(), [kind]);
  const set = (part: object): void => onChange?.({ ...now, ...part } as TargetDraft);
  return (
    <div id={id} className="mika-box">
      {now.kind === 'answer' && <AnswerPart value={now} set={set} />}
      {now.kind === 'interface' && <InterfacePart value={now} set={set} />}
      {now.kind === 'form' && <FormPart value={now} set={set} />}
      {now.kind === 'widget' && <WidgetPart value={now} set={set} />}
      {now.kind === 'handover' && <HandoverPart value={now} set={set} />}
    </div>
  );
}

function Line({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }): ReactElement {
  const id = useId();
  return (
    <div className="mika-field">
      <label htmlFor={id}>{label}</label>
      <Input id={id} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}

function AnswerPart({ value, set }: PartProps<'answer'>): ReactElement {
  const t = useT('mika');
  return (
    <>
      <LocalLines long label={t('target.text')} value={value.text} onChange={(text) => set({ text: base(text) })} />
      <LocalLines label={t('target.title')} value={value.title} onChange={(title) => set({ title })} />
      <Line label={t('target.link')} value={value.link ?? ''} onChange={(link) => set({ link: link === '' ? null : link })} />
    </>
  );
}

function InterfacePart({ value, set }: PartProps<'interface'>): ReactElement {
  const t = useT('mika');
  const id = useId();
  const { look = 'text' } = value;
  return (
    <>
      <div className="mika-field">
        <label htmlFor={id}>{t('target.interface')}</label>
        <ObjectPicker
          id={id}
          list={apiInterface.list}
          required
          value={value.interfaceId || null}
          onChange={(next) => set({ interfaceId: typeof next === 'string' ? next : '' })}
        />
      </div>
      <div className="mika-field">
        <small>{t('target.params')}</small>
        <ParamsInput value={value.params} onChange={(params) => set({ params })} />
      </div>
      <Segmented
        aria-label={t('target.look')}
        value={look}
        options={answerLooks.map((one) => ({ value: one, label: t(`target.look.${one}`) }))}
        onChange={(next) => set({ look: next })}
      />
      <small>{t('target.templateHint')}</small>
      <LocalLines long label={t('target.template')} value={value.template} onChange={(template) => set({ template: base(template) })} />
      <Line label={t('target.list')} value={value.list ?? ''} onChange={(list) => set({ list })} />
      <LocalLines label={t('target.title')} value={value.title} onChange={(title) => set({ title })} />
      <LocalLines label={t('target.empty')} value={value.empty} onChange={(empty) => set({ empty })} />
      <LocalLines label={t('target.failure')} value={value.failure} onChange={(failure) => set({ failure })} />
    </>
  );
}

function FormPart({ value, set }: PartProps<'form'>): ReactElement {
  const t = useT('mika');
  return (
    <>
      <Line label={t('target.system')} value={value.systemCode} onChange={(systemCode) => set({ systemCode })} />
      <Line label={t('target.template.code')} value={value.templateCode} onChange={(templateCode) => set({ templateCode })} />
      <div className="mika-field">
        <small>{t('target.prefill')}</small>
        <ParamsInput value={value.prefill} onChange={(prefill) => set({ prefill })} />
      </div>
      <LocalLines label={t('target.said')} value={value.text} onChange={(text) => set({ text })} />
    </>
  );
}

function WidgetPart({ value, set }: PartProps<'widget'>): ReactElement {
  const t = useT('mika');
  const id = useId();
  return (
    <>
      <div className="mika-field">
        <label htmlFor={id}>{t('target.widget')}</label>
        <ObjectPicker
          id={id}
          list={widget.list}
          required
          value={value.widgetId || null}
          onChange={(next) => set({ widgetId: typeof next === 'string' ? next : '' })}
        />
      </div>
      <div className="mika-field">
        <small>{t('target.params')}</small>
        <ParamsInput value={value.params} onChange={(params) => set({ params })} />
      </div>
      <LocalLines label={t('target.said')} value={value.text} onChange={(text) => set({ text })} />
    </>
  );
}

function HandoverPart({ value, set }: PartProps<'handover'>): ReactElement {
  const t = useT('mika');
  return (
    <>
      <div className="mika-field">
        <small>
          {t('target.hours')}: {t('target.hoursHint')}
        </small>
        <HoursRows
          rows={value.hours ?? []}
          usual={{ from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] }}
          onChange={(hours) => set({ hours })}
        />
      </div>
      <LocalLines label={t('target.said')} value={value.text} onChange={(text) => set({ text })} />
      <LocalLines label={t('target.outside')} value={value.outside} onChange={(outside) => set({ outside })} />
    </>
  );
}
