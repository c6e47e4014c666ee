import { HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { pick } from '#kit/common/language.ts';
import { extraDisable, extraEnable, extraRemove, type ExtraRow, type extraUsage } from '../../common/extra/extra.contract.ts';
import { extraDictionary } from '../../common/extra/extra.permissions.ts';
import { extraReadings } from './extra-readings.ts';
import type { FieldOrder } from './use-order.ts';

type Usage = z.output<typeof extraUsage.reply>;

interface FieldSectionProps {
  title: string;
  fields: readonly ExtraRow[];
  usage: Usage | undefined;
  /** Absent where the order can't be changed now. */
  order: FieldOrder | undefined;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
}

/** The fields of one section. */
export function FieldSection({ title, fields, usage, order, onOpen, onEdit }: FieldSectionProps): ReactElement {
  return (
    <section className="ux-section" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {fields.map((field, at) => (
          <FieldLine
            key={field.id}
            field={field}
            usage={usage}
            order={order}
            before={fields[at - 1]}
            after={fields[at + 1]}
            beside={fields.map(({ id }) => id)}
            onOpen={() => onOpen(field.id)}
            onEdit={() => onEdit(field.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface FieldLineProps extends Omit<FieldSectionProps, 'title' | 'fields' | 'onOpen' | 'onEdit'> {
  field: ExtraRow;
  before: ExtraRow | undefined;
  after: ExtraRow | undefined;
  /** Ids of the fields of the same section. */
  beside: readonly string[];
  onOpen: () => void;
  onEdit: () => void;
}

const flags = ['required', 'unique', 'filterable', 'sensitive'] as const;

function FieldLine({ field, usage, order, before, after, beside, onOpen, onEdit }: FieldLineProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const words = useWords();
  const name = pick(field.name, language);
  // A field changes its section in its form; dragging orders those of one section.
  const drop = order?.dragged !== undefined && order.dragged !== field.id && beside.includes(order.dragged);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the way of the mouse; the buttons in the line are that of the keyboard
    <li
      data-off={!field.enabled}
      data-dragged={order?.dragged === field.id}
      draggable={order !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        order?.drag(field.id);
      }}
      onDragEnd={() => order?.drag(undefined)}
      onDragOver={(event) => drop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (drop && order.dragged !== undefined) order.put(order.dragged, field.id);
        order?.drag(undefined);
      }}
    >
      {order && (
        <span className="ux-move">
          <HolderOutlined aria-hidden="true" title={t('extra.drag')} />
          <UpDown name={name} up={before && (() => order.put(field.id, before.id))} down={after && (() => order.put(field.id, after.id))} />
        </span>
      )}
      <span className="ux-name">
        <button type="button" className="ux-open" onClick={onOpen}>
          {name}
        </button>
        <code>{field.code}</code>
      </span>
      <span className="ux-type">{words.value('type', field.type)}</span>
      <span className="ux-flags">
        {flags
          .filter((flag) => field[flag])
          .map((flag) => (
            <span key={flag} className="whk-tag">
              {t(`extra.flag.${flag}`)}
            </span>
          ))}
        {!field.enabled && <span className="whk-tag">{t('extra.flag.off')}</span>}
      </span>
      <span className="ux-editor">{words.value('editableBy', field.editableBy)}</span>
      <Filled usage={usage} id={field.id} />
      <RowActions name={name}>
        <Permit code={extraDictionary.button.update}>
          {(label) => (
            <Button type="text" onClick={onEdit}>
              {label}
            </Button>
          )}
        </Permit>
        <FieldActions field={field} name={name} />
      </RowActions>
    </li>
  );
}

/** What can be done with a field beside editing it. */
export function FieldActions({ field, name, onRemoved }: { field: ExtraRow; name: string; onRemoved?: () => void }): ReactElement {
  const act = { names: [name], input: { ids: [field.id] }, type: 'text' as const, invalidates: extraReadings };
  return (
    <>
      {field.enabled ? <ActionButton endpoint={extraDisable} {...act} confirm="ask" /> : <ActionButton endpoint={extraEnable} {...act} />}
      <ActionButton endpoint={extraRemove} {...act} {...(onRemoved && { onDone: onRemoved })} />
    </>
  );
}

/** How many have a value, of how many, and how many places use the field. */
function Filled({ usage, id }: { usage: Usage | undefined; id: string }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const words = useWords();
  const found = usage?.fields.find((field) => field.id === id);
  if (!usage || !found) return <span className="ux-filled" aria-busy="true" />;
  const number = (value: number): string => numberText(value, language);
  return (
    <span className="ux-filled">
      <span className="wh-hidden">{words.field('filled')} </span>
      {t('extra.filledOf', { filled: number(found.filled), all: number(usage.objects) })}
      <progress max={Math.max(1, usage.objects)} value={found.filled} aria-hidden="true" />
      {found.uses.length > 0 && (
        <small>
          {words.field('uses')} {number(found.uses.length)}
        </small>
      )}
    </span>
  );
}
