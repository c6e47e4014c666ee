import { Button } from 'antd';
import type { DragEvent, ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { addField, freeCode, moveField, placeField } from '../../common/form/edit.ts';
import { fieldTypes, type FieldType, type FormSection, type FormVersion } from '../../common/form/version.ts';
import type { Draft } from './use-draft.ts';

const carried = 'application/x-todo-field';
const isType = (text: string): text is FieldType => fieldTypes.some((type) => type === text);

interface PaletteProps {
  readonly draft: Draft;
  readonly chosen: string | undefined;
  readonly onChoose: (code: string) => void;
}

/** Types of fields: a click adds one behind the chosen field, dragging places it in the outline. */
export function Palette({ draft, chosen, onChoose }: PaletteProps): ReactElement {
  const t = useT('todo-forms');
  return (
    <section aria-label={t('design.palette')}>
      <h4>{t('design.palette')}</h4>
      <div className="tdd-palette">
        {fieldTypes.map((type) => (
          <Button
            key={type}
            size="small"
            draggable
            onDragStart={(event: DragEvent) => event.dataTransfer.setData(carried, `type:${type}`)}
            onClick={() => {
              const { version, code } = addField(draft.now, type, chosen);
              draft.change(version);
              onChoose(code);
            }}
          >
            {t(`type.${type}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** What was dropped at a place of a section: a new field, or one that moves. */
function dropped(
  version: FormVersion,
  what: string,
  { section, at }: { section: string; at: number },
): { version: FormVersion; code: string } | undefined {
  const [kind = '', name = ''] = what.split(':');
  if (kind === 'field') return { version: placeField(version, name, { section, at }), code: name };
  if (kind !== 'type' || !isType(name)) return undefined;
  const added = addField(version, name);
  return { version: placeField(added.version, added.code, { section, at }), code: added.code };
}

/** Sections with their fields in order: chosen by a click, moved by buttons or by dragging. */
export function Outline({ draft, chosen, onChoose }: PaletteProps): ReactElement {
  const t = useT('todo-forms');
  const { layout } = draft.now;
  const drop = (event: DragEvent, place: { section: string; at: number }): void => {
    event.preventDefault();
    event.stopPropagation();
    const done = dropped(draft.now, event.dataTransfer.getData(carried), place);
    if (!done) return;
    draft.change(done.version);
    onChoose(done.code);
  };
  const addSection = (): void => {
    const code = freeCode(layout.sections, 'section');
    draft.change({ ...draft.now, layout: { sections: [...layout.sections, { code, title: { zh_CN: code }, fields: [] }] } });
  };
  return (
    <section aria-label={t('design.outline')}>
      <h4>{t('design.outline')}</h4>
      {layout.sections.map((section) => (
        <SectionLines key={section.code} {...{ section, draft, chosen, onChoose, drop }} />
      ))}
      <Button size="small" onClick={addSection}>
        {t('design.addSection')}
      </Button>
    </section>
  );
}

interface LinesProps extends PaletteProps {
  readonly section: FormSection;
  readonly drop: (event: DragEvent, place: { section: string; at: number }) => void;
}

function SectionLines({ section, draft, chosen, onChoose, drop }: LinesProps): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const fields = new Map(draft.now.fields.map((field) => [field.code, field]));
  const allow = (event: DragEvent): void => event.preventDefault();
  const name = section.title ? pick(section.title, language) : section.code;
  return (
    <div className="tdd-section" onDragOver={allow} onDrop={(event) => drop(event, { section: section.code, at: section.fields.length })}>
      <Button
        type="text"
        size="small"
        onClick={() => onChoose(`section:${section.code}`)}
        aria-pressed={chosen === `section:${section.code}`}
      >
        {name}
      </Button>
      <ul aria-label={name}>
        {section.fields.map((code, at) => {
          const field = fields.get(code);
          const label = field ? pick(field.label, language) : code;
          return (
            <li
              key={code}
              className={chosen === code ? 'tdd-on' : ''}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(carried, `field:${code}`)}
              onDragOver={allow}
              onDrop={(event) => drop(event, { section: section.code, at })}
            >
              <Button type="text" size="small" aria-pressed={chosen === code} onClick={() => onChoose(code)}>
                {label}
              </Button>
              <UpDown
                name={label}
                up={() => draft.change(moveField(draft.now, code, -1))}
                down={() => draft.change(moveField(draft.now, code, 1))}
              />
            </li>
          );
        })}
        {section.fields.length === 0 && <li className="tdf-hint">{t('design.noFields')}</li>}
      </ul>
    </div>
  );
}
