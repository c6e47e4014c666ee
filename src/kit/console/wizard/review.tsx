import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import type { FormValues } from '../form/form-values.ts';
import { useT } from '../i18n/use-t.ts';
import { Facts, type Fact } from '../page/facts.tsx';
import { inputFacts } from '../page/filter-codec.ts';
import type { CellKind } from '../table/column.ts';
import type { WizardStep } from './wizard-step.ts';

interface ReviewProps {
  steps: readonly WizardStep[];
  /** Fields that each step showed. */
  fieldsOf: Readonly<Record<string, readonly string[]>>;
  values: FormValues;
  schema: z.ZodType;
  onGo: (step: number) => void;
}

/** Everything that was entered, step by step, each with the way back to it. */
export function Review({ steps, fieldsOf, values, schema, onGo }: ReviewProps): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-review whk-full">
      {steps.map((step, place) => (
        <section key={step.key}>
          <header>
            <h3>{step.title}</h3>
            <Button size="small" aria-label={t('wizard.change', { name: step.title })} onClick={() => onGo(place)}>
              {t('form.change')}
            </Button>
          </header>
          {step.review?.(values) ?? <Facts row={values} facts={(fieldsOf[step.key] ?? []).map((name) => factOf(schema, name))} />}
        </section>
      ))}
    </div>
  );
}

/** What is empty is shown too: that nothing was entered is worth a look. */
function factOf(schema: z.ZodType, name: string): Fact<FormValues> {
  const facts = inputFacts(schema)[name];
  const as: CellKind | undefined = facts?.options ? 'enum' : facts?.format === 'date' ? 'day' : undefined;
  return { name, always: true, ...(as && { as }) };
}
