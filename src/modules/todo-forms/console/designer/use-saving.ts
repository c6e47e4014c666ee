import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { code } from '#kit/common/codes.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { mergeForms } from '../../common/form/merge.ts';
import { sameValue } from '../../common/form/values.ts';
import type { FormVersion } from '../../common/form/version.ts';
import { templateCheck, todoTemplate, type TodoTemplateDetail } from '../../common/template/template.contract.ts';
import type { Draft } from './use-draft.ts';

const everyMillis = 10_000;

/** How the draft stands against what is stored. */
export interface Saving {
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed';
  /** Version of the stored template. */
  readonly version: number;
  /** Codes of parts that somebody else changed too, after the last save. */
  readonly merged: readonly string[] | undefined;
  /** Saves now; answers the version, undefined where it could not be saved. */
  readonly save: () => Promise<number | undefined>;
}

/** Saves a draft every ten seconds while it differs; where somebody else saved meanwhile, both drafts are put together and saved again. */
export function useSaving(template: TodoTemplateDetail, draft: Draft, enabled: boolean): Saving {
  const stored = useRef({ content: template.content, version: template.version });
  const [version, setVersion] = useState(template.version);
  const [state, setState] = useState<Saving['state']>('saved');
  const [merged, setMerged] = useState<readonly string[]>();
  const isDirty = !sameValue(stored.current.content, draft.now);

  const keep = async (content: FormVersion): Promise<number | undefined> => {
    const reply = await call(todoTemplate.update, { id: template.id, version: stored.current.version, draft: content }, { silent: true });
    stored.current = { content, version: reply.version };
    setVersion(reply.version);
    return reply.version;
  };

  const save = async (): Promise<number | undefined> => {
    if (!enabled || sameValue(stored.current.content, draft.now)) return stored.current.version;
    setState('saving');
    try {
      const saved = await keep(draft.now);
      setState('saved');
      return saved;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== code.stale) {
        setState('failed');
        return undefined;
      }
      const current = await call(todoTemplate.get, { id: template.id }, { silent: true });
      const { content, both } = mergeForms(stored.current.content, draft.now, current.content);
      stored.current = { content: current.content, version: current.version };
      setVersion(current.version);
      draft.change(content);
      setMerged(both);
      setState('unsaved');
      return undefined;
    } finally {
      void invalidate(todoTemplate.list, templateCheck);
    }
  };
  const saveNow = useEffectEvent(() => void save());

  useEffect(() => {
    if (!enabled || !isDirty) return undefined;
    const timer = setTimeout(() => saveNow(), everyMillis);
    return () => clearTimeout(timer);
  }, [enabled, isDirty, draft.now]);

  return { state: state === 'saving' || state === 'failed' ? state : isDirty ? 'unsaved' : 'saved', version, merged, save };
}
