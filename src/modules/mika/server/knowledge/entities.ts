import { crudServer } from '#kit/server/crud/crud-server.ts';
import { directory } from '#modules/people/server/public.ts';
import { mikaAnswer, mikaSynonym } from '../../common/knowledge.contract.ts';
import { engineChanges } from '../engine/live.ts';
import '../mika.table.ts';

const changed = async (): Promise<void> => engineChanges.happens();

/** Answers on the server. */
export const mikaAnswers = crudServer(mikaAnswer, { table: 'mika_answer', directory, written: changed });
/** Words that mean the same on the server. */
export const mikaSynonyms = crudServer(mikaSynonym, { table: 'mika_synonym', written: changed });
